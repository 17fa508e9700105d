import { RpcTarget } from 'cloudflare:workers'
import type { Delivery, HubClientEvent } from '../contract.ts'
import type { MemberHub } from './member-hub-object.ts'

type Calls = Pick<MemberHub, 'deliver' | 'drop' | 'clientEvent'>

/** What a conversation tells a member's hub, within one session (`lanes.ts`). */
export class HubLane extends RpcTarget implements Calls {
  readonly #hub: Calls

  constructor(hub: Calls) {
    super()
    this.#hub = hub
  }

  deliver(delivery: Delivery) {
    return this.#hub.deliver(delivery)
  }

  drop(conversation: string) {
    return this.#hub.drop(conversation)
  }

  clientEvent(event: HubClientEvent) {
    return this.#hub.clientEvent(event)
  }
}

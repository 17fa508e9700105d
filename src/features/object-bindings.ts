import type { ChatHubRpc, ConversationRpc } from './chat/contract.ts'
import type { EncounterRpc, MatchmakerRpc, SeatHubRpc } from './encounters/contract.ts'
import type { DatesHubRpc, WaitAlertsRpc } from './encounters/dates/contract.ts'
import type { MemberHubRpc } from './member-hub/contract.ts'
import type { AreaRpc } from './nearby/server/areas/contract.ts'

type ObjectNamespace<Calls> = DurableObjectNamespace<Calls & Rpc.DurableObjectBranded>

/** The calls of each kind of Durable Object, as named in the features' contracts. src/objects implements them. */
declare global {
  namespace Cloudflare {
    interface Env {
      /** One object per member, by the member's id. */
      MEMBER_HUB: ObjectNamespace<MemberHubRpc & ChatHubRpc & SeatHubRpc & DatesHubRpc>
      /** One object per conversation, by its id. */
      CONVERSATION: ObjectNamespace<ConversationRpc>
      /** One object per anonymous chat or blind date, by its id. */
      ENCOUNTER: ObjectNamespace<EncounterRpc>
      /** One object per pool and shard, by `matchmakerName`. */
      MATCHMAKER: ObjectNamespace<MatchmakerRpc & WaitAlertsRpc>
      /** One object per parent cell or part of one, by `areaNames`. */
      AREA: ObjectNamespace<AreaRpc>
    }
  }
}

export type ObjectBindings = Pick<Cloudflare.Env, 'MEMBER_HUB' | 'CONVERSATION' | 'ENCOUNTER' | 'MATCHMAKER' | 'AREA'>

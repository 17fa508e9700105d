import type { Acknowledgement, Delivery } from '#features/chat/contract.ts'
import type { DirectPort } from './direct/direct-port.ts'
import type { OneTimerPorts } from '#objects/platform/one-timer.ts'

/** What deliveries need of the object around them. */
export type FanOutPorts = OneTimerPorts & {
  conversation: string
  /** Returns whether the two may still reach each other; if not, the conversation is over from now on. */
  isAllowed(): Promise<boolean>
  /** True while that is known without a new question. */
  isKnownAllowed(): boolean
  deliver(member: string, delivery: Delivery): Promise<Acknowledgement>
  /** Their code may be loaded meanwhile. */
  directs(): DirectPort
  /** Drops the conversation at a member's hub. */
  end(member: string): Promise<void>
  /** Makes sure that `settle` runs at about this time, even if the object restarts first. */
  wakeAt(at: number): void
}

import { warn } from '#server/log.ts'
import type { Progress } from '#features/chat/contract.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { Inbox, Receipts } from '../inbox/inbox.ts'
import type { ConversationClient } from './conversation-client.ts'
import type { Memberships } from './memberships.ts'
import type { Visibility } from './visibility.ts'
import type { PreferencesStore } from '../notifications/preferences-store.ts'

export type ReceiptSyncDeps = {
  ctx: Pick<DurableObjectState, 'waitUntil'>
  inbox: Inbox
  memberships: Memberships
  conversations: ConversationClient
  visibility: Visibility
  preferences: PreferencesStore
  alarms: Schedule<'sync-receipts'>
}

const retryMs = 2_000
const atOnce = 10

/**
 * Sends conversations what they do not yet know of this member: receipts and visibility. Due work is stored first, so that a
 * failure or a restart only delays it.
 */
export class ReceiptSync {
  readonly #deps: ReceiptSyncDeps
  readonly alarms: AlarmHandlers<'sync-receipts'> = { 'sync-receipts': () => this.#run() }
  #running: Promise<void> | null = null
  #isDue = false

  constructor(deps: ReceiptSyncDeps) {
    this.#deps = deps
    if (deps.inbox.listReceiptsDue('', 1).length > 0) deps.alarms.schedule('sync-receipts', Date.now())
  }

  /** Starts immediately; work that becomes due during a round waits for the next one. */
  start(): void {
    this.#deps.ctx.waitUntil(this.#run())
  }

  /** Called when a device starts receiving one conversation, or all of them. */
  delivered(conversation?: string): void {
    if (this.#deps.inbox.markDelivered(conversation)) this.start()
  }

  /** Called when the member starts or stops sharing read receipts. */
  sharingChanged(sharesRead: boolean): void {
    this.#deps.inbox.markAllReceiptsDue(sharesRead)
    this.start()
  }

  #run(): Promise<void> {
    this.#isDue = true
    this.#running ??= this.#rounds().finally(() => (this.#running = null))
    return this.#running
  }

  async #rounds(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false
      const results = [await this.#sendReceipts(), await this.#sendVisibility()]
      if (!results.every(Boolean)) return this.#deps.alarms.schedule('sync-receipts', Date.now() + retryMs)
    }
  }

  /** Returns true when every conversation has its receipts. */
  async #sendReceipts(): Promise<boolean> {
    const { inbox, conversations, preferences } = this.#deps
    let isDone = true
    for (let last = ''; ;) {
      const due = inbox.listReceiptsDue(last, atOnce)
      const sent = await Promise.all(
        due.map(async (receipts) => {
          const shares = preferences.read().readMarks
          const isSent = await succeeds(() => conversations.mark(receipts.conversation, progressOf(receipts, shares)))
          // Receipts that changed in the meantime are due again.
          if (isSent && shares === preferences.read().readMarks) inbox.confirmReceipts(receipts)
          return isSent
        }),
      )
      isDone &&= sent.every(Boolean)
      if (due.length < atOnce) return isDone
      last = due.at(-1)?.conversation ?? ''
    }
  }

  async #sendVisibility(): Promise<boolean> {
    const { memberships, conversations, visibility } = this.#deps
    const hidden = visibility.isHidden
    const sent = await Promise.all(
      memberships.listShownOtherwise(hidden).map(async (conversation) => {
        const isSent = await succeeds(() => conversations.show(conversation, hidden))
        if (isSent) memberships.setHidden(conversation, hidden)
        return isSent
      }),
    )
    return sent.every(Boolean)
  }
}

async function succeeds(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    warn('tell', error)
    return false
  }
}

/**
 * Returns the receipts that a conversation may see. A member who does not share read receipts sends none, and later none from
 * that time. The conversation keeps the latest it has.
 */
export function progressOf({ delivered, readAt, keptRead }: Omit<Receipts, 'conversation'>, sharesRead: boolean): Progress {
  return { delivered, read: sharesRead && readAt > keptRead ? readAt : 0, sharesRead }
}

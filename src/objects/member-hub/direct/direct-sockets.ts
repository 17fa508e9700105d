import type {
  DirectAdmission,
  DirectAdmitted,
  DirectAnswer,
  DirectFacts,
  DirectState,
  LeaseReport,
  Leased,
} from '#shared/realtime/direct/direct-socket.ts'
import { channelName, closeCodes } from '#shared/realtime/wire.ts'
import { warn } from '#server/log.ts'
import { withTimeout, withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import { maxConnections } from '../rules.ts'
import type { Connections } from '../connections/connections.ts'
import type { IdleReaper } from '../connections/idle-reaper.ts'
import type { EndedSessions } from '../connections/ended-sessions.ts'
import type { ConversationClient } from '../conversations/conversation-client.ts'
import type { Visibility } from '../conversations/visibility.ts'
import type { RateLimits } from '../dispatch/rate-limits.ts'
import type { PreferencesStore } from '../notifications/preferences-store.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { DirectRows } from './direct-rows.ts'
import { DirectStore, maxDirectConversations } from './direct-store.ts'

export type DirectSocketsDeps = {
  member: string
  store: DirectStore
  connections: Connections
  conversations: ConversationClient
  endedSessions: EndedSessions
  inbox: Pick<Inbox, 'find'>
  visibility: Visibility
  preferences: PreferencesStore
  limits: RateLimits
  reaper: Pick<IdleReaper, 'schedule'>
  alarms: Schedule<'end-direct-sockets' | 'sync-direct-sockets'>
}

const retryMs = 1_000
/** A conversation that does not answer must not hold up the end of the others. */
const answerMs = 1_500
/** Sockets whose page this hub does not see are looked for so often. */
const checkMs = 60_000
/** Without sockets and without a report, everything that was lent may have been sent. */
const unreported: LeaseReport = { used: 0, held: 0, wanted: 0 }
/** Shorter than the end of a session waits for this hub; the alarm does the rest. */
const endMs = 500

/**
 * The member's sockets straight to conversations, as their hub sees them: it admits them, lends them messages of the member's
 * limit, and closes them when a session ends. What a conversation has not confirmed stays stored, and an alarm repeats it.
 */
export class DirectSockets {
  readonly #deps: DirectSocketsDeps
  #sending = Promise.resolve()

  constructor(deps: DirectSocketsDeps) {
    this.#deps = deps
    if (deps.store.listEnded().length > 0) deps.alarms.schedule('end-direct-sockets', Date.now())
    // This object may have stopped before it sent them.
    if (this.#listBehind().length > 0) deps.alarms.schedule('sync-direct-sockets', Date.now())
    this.connectionClosed()
  }

  admit(conversation: string, { lease, others, ...socket }: DirectAdmission): DirectAdmitted {
    const { store, endedSessions, limits, reaper } = this.#deps
    if (endedSessions.has(socket.sid)) return { ok: false, code: closeCodes.unauthorized, reason: 'session ended' }
    store.keepOnly(conversation, others, socket.rev)
    const elsewhere = store.listConversations().filter((other) => other !== conversation)
    if (elsewhere.length >= maxDirectConversations || store.count >= maxConnections) {
      // Some may have gone without a word: then the page finds room at its next try.
      void this.catchUp()
      return { ok: false, code: closeCodes.tooMany, reason: 'too many connections' }
    }
    store.add({ ...socket, conversation })
    // With this page, they may be others than before.
    const facts = this.#facts(conversation)
    store.setFacts(conversation, facts)
    reaper.schedule()
    return { ok: true, facts, granted: limits.lend(conversation, lease, Date.now()) }
  }

  /** Takes the sockets that the conversation has. Those admitted since stay. */
  sync(conversation: string, { connections, rev, lease }: DirectState): DirectAnswer {
    const { store, limits } = this.#deps
    const before = store.listTabs()
    store.keepOnly(conversation, connections, rev)
    this.#doubt(before)
    const hasSockets = store.has(conversation)
    const report = hasSockets ? lease : { ...(lease ?? unreported), wanted: 0 }
    const granted = limits.lend(conversation, report, Date.now())
    if (!hasSockets) limits.endLoan(conversation)
    return { facts: this.#facts(conversation), granted }
  }

  lease(conversation: string, report: LeaseReport): Leased {
    const { limits } = this.#deps
    const now = Date.now()
    const granted = limits.lend(conversation, report, now)
    if (granted > 0) return { granted, isPaid: false, waitMs: 0 }
    // Others hold what can be lent: this one message is counted here.
    const waitMs = limits.takeMessage(now)
    return { granted: 0, isPaid: waitMs === 0, waitMs }
  }

  /** Forgets an ended conversation, which has closed its sockets itself. */
  forget(conversation: string): void {
    const { store, limits } = this.#deps
    const before = store.listTabs()
    store.remove(conversation)
    this.#doubt(before)
    limits.endLoan(conversation)
  }

  /** Of a page that has lost its direct socket, the first connection may have gone as well. */
  #doubt(before: ReadonlySet<string>): void {
    const { store, connections, reaper } = this.#deps
    const now = store.listTabs()
    const doubtful = connections.open().filter(({ tab }) => before.has(tab) && !now.has(tab))
    for (const connection of doubtful) connection.doubt(Date.now())
    if (doubtful.length > 0) reaper.schedule()
  }

  /** Ends the sockets of a session, or all of them (null). Those that cannot be reached now are retried. */
  async end(sid: string | null, code: number): Promise<void> {
    this.#deps.store.end(sid, code)
    await this.sendEnds()
  }

  async sendEnds(): Promise<void> {
    const { store, conversations, alarms } = this.#deps
    const ended = store.listEnded()
    if (ended.length === 0) return
    // First, because this object may stop before the answers.
    alarms.schedule('end-direct-sockets', Date.now() + retryMs)
    await Promise.all(
      ended.map(async ({ conversation, sid, code }) => {
        const reason = code === closeCodes.unauthorized ? 'session ended' : 'restricted'
        try {
          await withTimeout(endMs, conversations.endDirect(conversation, { sid, code, reason }))
          store.removeEnded(conversation, sid)
        } catch (error) {
          warn('end-direct-sockets', error)
        }
      }),
    )
    if (store.listEnded().length === 0) alarms.drop('end-direct-sockets')
  }

  /** Lists conversations that have not confirmed what is true of the member now. */
  #listBehind(): string[] {
    const { store } = this.#deps
    return store.listConversations().filter((conversation) => store.hasOtherFacts(conversation, this.#facts(conversation)))
  }

  /**
   * Sends conversations what has changed about the member. An alarm repeats what fails. Called when a setting has changed, and
   * when a device has joined the member's own channel: from then on it is to be shown messages at once.
   */
  sendFacts(): Promise<void> {
    // One after another: an older state must not arrive last.
    this.#sending = this.#sending.then(() => this.#sendAllFacts())
    return this.#sending
  }

  async #sendAllFacts(): Promise<void> {
    const sent = await Promise.all(this.#listBehind().map((conversation) => this.#sendFacts(conversation)))
    if (sent.includes(false)) this.#deps.alarms.schedule('sync-direct-sockets', Date.now() + retryMs)
  }

  async #sendFacts(conversation: string): Promise<boolean> {
    const { store, conversations } = this.#deps
    const facts = this.#facts(conversation)
    try {
      await withTimeout(answerMs, conversations.takeDirectFacts(conversation, facts))
    } catch (error) {
      warn('direct facts', error)
      return false
    }
    store.setFacts(conversation, facts)
    return true
  }

  /** A connection of the member has closed, or all have with this object's last end. */
  connectionClosed(): void {
    if (this.#listLeft().length > 0) this.#deps.alarms.schedule('sync-direct-sockets', Date.now() + checkMs)
  }

  /** Lists conversations with sockets of pages that have no connection here: they may have gone without a word. */
  #listLeft(): string[] {
    const { store, connections } = this.#deps
    return store.listWithoutPage(new Set(connections.open().map(({ tab }) => tab)))
  }

  /** The alarm's work: conversations get their facts, and are asked for the sockets that they have. */
  async syncAll(): Promise<void> {
    await Promise.all([this.sendFacts(), ...this.#listLeft().map((conversation) => this.catchUp(conversation))])
    this.connectionClosed()
  }

  /** Gets what the conversations have not delivered yet, of one or of all with direct sockets. */
  async catchUp(only?: string): Promise<void> {
    const { store, conversations } = this.#deps
    const wanted = store.listConversations().filter((conversation) => only === undefined || conversation === only)
    const coming = wanted.map((conversation) => conversations.catchUp(conversation))
    await Promise.all(coming.map((answer) => withTimeoutOrNull('catch-up', answerMs, answer)))
  }

  /** Pages that name no tab, of an older build or by polling, are not known to show anything. */
  #isAlone(conversation: string): boolean {
    const { member, store, connections } = this.#deps
    const tabs = store.listTabs(conversation)
    const channel = channelName.member(member)
    return connections
      .open()
      .every((connection) => (connection.tab !== '' && tabs.has(connection.tab)) || !connection.hasJoined(channel))
  }

  #facts(conversation: string): DirectFacts {
    const { visibility, preferences, inbox } = this.#deps
    const { typing, readMarks: sharesRead } = preferences.read()
    const keptRead = inbox.find(conversation)?.keptRead ?? 0
    return { typing, isHidden: visibility.isHidden, sharesRead, keptRead, isAlone: this.#isAlone(conversation) }
  }
}

export function openDirectSockets(rows: DirectRows, deps: Omit<DirectSocketsDeps, 'store'>): DirectSockets {
  return new DirectSockets({ ...deps, store: new DirectStore(rows) })
}

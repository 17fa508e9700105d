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
import type { EndedSessions } from '../connections/ended-sessions.ts'
import type { ConversationClient } from '../conversations/conversation-client.ts'
import type { Visibility } from '../conversations/visibility.ts'
import type { RateLimits } from '../dispatch/rate-limits.ts'
import type { PreferencesStore } from '../notifications/preferences-store.ts'
import { maxDirectConversations, type DirectStore } from './direct-store.ts'

export type DirectSocketsDeps = {
  member: string
  store: DirectStore
  connections: Connections
  conversations: ConversationClient
  endedSessions: EndedSessions
  visibility: Visibility
  preferences: PreferencesStore
  limits: RateLimits
  alarms: Schedule<'end-direct-sockets'>
}

const retryMs = 1_000
/** A conversation that does not answer must not hold up the end of the others. */
const answerMs = 1_500
/** Shorter than whoever ends a session waits for this hub; the alarm does the rest. */
const endMs = 500

/**
 * The member's sockets straight to conversations, as their hub sees them: it admits them, lends them messages of the member's
 * limit, and closes them when a session ends. What a conversation has not confirmed stays stored, and an alarm repeats it.
 */
export class DirectSockets {
  readonly #deps: DirectSocketsDeps

  constructor(deps: DirectSocketsDeps) {
    this.#deps = deps
    if (deps.store.listEnded().length > 0) deps.alarms.schedule('end-direct-sockets', Date.now())
  }

  admit(conversation: string, { lease, ...socket }: DirectAdmission): DirectAdmitted {
    const { store, endedSessions, visibility, limits } = this.#deps
    if (endedSessions.has(socket.sid)) return { ok: false, code: closeCodes.unauthorized, reason: 'session ended' }
    const others = store.listConversations().filter((other) => other !== conversation)
    if (others.length >= maxDirectConversations || store.count >= maxConnections)
      return { ok: false, code: closeCodes.tooMany, reason: 'too many connections' }
    store.add({ ...socket, conversation }, visibility.isHidden)
    return { ok: true, facts: this.#facts(conversation), granted: limits.lend(conversation, lease, Date.now()) }
  }

  /** Takes the sockets that the conversation has. Those admitted since stay. */
  sync(conversation: string, { connections, rev, lease }: DirectState): DirectAnswer {
    const { store, limits } = this.#deps
    store.keepOnly(conversation, connections, rev)
    const hasSockets = store.has(conversation)
    const granted = limits.lend(conversation, lease && (hasSockets ? lease : { ...lease, wanted: 0 }), Date.now())
    if (!hasSockets && lease) limits.endLoan(conversation)
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
    this.#deps.store.remove(conversation)
    this.#deps.limits.endLoan(conversation)
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

  /** Sends what has changed to the conversations; if that fails, the next delivery's answer has it. */
  async sendFacts(): Promise<void> {
    await Promise.all(this.#deps.store.listConversations().map((conversation) => this.#sendFacts(conversation)))
  }

  async #sendFacts(conversation: string): Promise<void> {
    try {
      await this.#deps.conversations.takeDirectFacts(conversation, this.#facts(conversation))
    } catch (error) {
      warn('direct facts', error)
    }
  }

  /** A device has joined the member's own channel: from now on it is to be shown messages at once. */
  async deviceJoined(): Promise<void> {
    const kept = this.#deps.store.listConversations().filter((conversation) => !this.#isAlone(conversation))
    await Promise.all(kept.map((conversation) => this.#sendFacts(conversation)))
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
    const { visibility, preferences } = this.#deps
    return { typing: preferences.read().typing, isHidden: visibility.isHidden, isAlone: this.#isAlone(conversation) }
  }
}

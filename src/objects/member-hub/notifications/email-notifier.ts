import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import { digestAfterMs, isQuiet, planDigest } from '#features/notifications/rules.ts'
import type { MemberPresence } from './devices.ts'
import type { MemberDirectory } from '#features/notifications/server/member-directory.ts'
import type { NotificationStore, WaitingNotice } from './notification-store.ts'
import type { PreferencesStore } from './preferences-store.ts'
import type { Reader } from '#features/notifications/server/queries.ts'
import type { Reminder } from '#features/notifications/server/email-digest/reminder-email.ts'

/** Browsers run a hidden window's timers once a minute. After a longer silence the member is not at the device. */
const presentMs = 3 * 60_000
const originKey = 'origin'

export type EmailNotifierDeps = {
  env: Env
  member: string
  storage: DurableObjectStorage
  store: NotificationStore
  preferences: PreferencesStore
  directory: MemberDirectory
  presence: MemberPresence
  alarms: Schedule<'email-digest'>
}

/** Emails an absent member about notifications that have waited long enough, and stores the last time per kind. */
export class EmailNotifier {
  readonly #deps: EmailNotifierDeps
  readonly alarms: AlarmHandlers<'email-digest'> = { 'email-digest': () => this.#run(Date.now()) }

  constructor(deps: EmailNotifierDeps) {
    this.#deps = deps
  }

  /** Stores the origin for links in emails if none is configured, as in local runs: the browser's last one. */
  keepOrigin(origin: string): void {
    const { env, storage } = this.#deps
    if (!env.PUBLIC_ORIGIN && origin !== this.#localOrigin) storage.kv.put(originKey, origin)
  }

  get #localOrigin(): string {
    return this.#deps.storage.kv.get<string>(originKey) ?? ''
  }

  get #origin(): string {
    return this.#deps.env.PUBLIC_ORIGIN || this.#localOrigin
  }

  /**
   * Sends an email with its own schedule to a member who receives such emails and is outside their quiet hours. Throws if the
   * queue does not accept it.
   */
  async remind({ kind, queue }: Reminder): Promise<void> {
    const { env, member, preferences, directory } = this.#deps
    const now = Date.now()
    const origin = this.#origin
    const reader = await directory.readerNow()
    const chosen = preferences.read()
    if (reader?.state !== 'complete' || !origin || !chosen.notifications[kind].email) return
    if (!isQuiet(chosen, now, reader.timeZone)) await queue(env, { origin, member }, now)
  }

  async #run(now: number): Promise<void> {
    const { store, directory, alarms } = this.#deps
    const reader = await directory.readerNow()
    const waiting = store.listWaiting()
    // Paused, restricted or deleted members get no email.
    if (reader?.state !== 'complete') return store.forgetEmail(idsOf(waiting))
    const plan = this.#plan(waiting, reader, now)
    if (plan.again !== null) alarms.schedule('email-digest', plan.again)
    const due = waiting.filter(({ notice }) => plan.kinds.includes(notice.kind))
    if (due.length > 0) await this.#send(due, now)
  }

  #plan(waiting: readonly WaitingNotice[], reader: Reader, now: number) {
    const { preferences, presence } = this.#deps
    return planDigest(
      {
        waiting: waiting.map(({ notice, mailAt }) => ({ kind: notice.kind, mailAt })),
        preferences: preferences.read(),
        notifiedAt: this.#emailedAt(),
        isPresent: presence.wasActiveAfter(now - presentMs),
        timeZone: reader.timeZone,
      },
      now,
    )
  }

  /**
   * Marks notifications after the queue has the email: an object that restarts in between sends it twice rather than never. If
   * the queue does not accept it, it is retried after ten minutes; if the mail service refuses, the queue retries.
   */
  async #send(due: readonly WaitingNotice[], now: number): Promise<void> {
    const { env, member, store, directory, alarms } = this.#deps
    const origin = this.#origin
    if (origin) {
      const people = await directory.people(idsOfPeople(due), now)
      try {
        const { queueDigest } = await import('#features/notifications/server/email-digest/digest-email.ts')
        const isQueued = await queueDigest(env, { origin, member, waiting: due, people }, now)
        if (isQueued) this.#noteEmailed(kindsOf(due), now)
      } catch (error) {
        warn('mail-queue', error)
        return alarms.schedule('email-digest', now + digestAfterMs)
      }
    }
    store.forgetEmail(idsOf(due))
  }

  #emailedAt(): Partial<Record<NotificationKind, number>> {
    const { sql } = this.#deps.storage
    const rows = sql.exec<{ kind: NotificationKind; at: number }>('SELECT kind, at FROM letters').toArray()
    return Object.fromEntries(rows.map(({ kind, at }) => [kind, at]))
  }

  #noteEmailed(kinds: readonly NotificationKind[], at: number): void {
    const { sql } = this.#deps.storage
    for (const kind of kinds) sql.exec('INSERT OR REPLACE INTO letters (kind, at) VALUES (?, ?)', kind, at)
  }
}

const idsOf = (waiting: readonly WaitingNotice[]) => waiting.map(({ notice }) => notice.id)
const kindsOf = (waiting: readonly WaitingNotice[]): NotificationKind[] => [...new Set(waiting.map(({ notice }) => notice.kind))]
const idsOfPeople = (waiting: readonly WaitingNotice[]) => [
  ...new Set(waiting.flatMap(({ notice }) => ('from' in notice ? [notice.from] : []))),
]

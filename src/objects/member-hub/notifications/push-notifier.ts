import type { PushLink } from '#features/push/contract.ts'
import type { Env } from '#server/env.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import {
  attentionMs,
  commonLink,
  planPushes,
  withoutSeen,
  withPush,
  type PlannedPush,
  type WaitingPushes,
} from './plan-pushes.ts'
import type { Cooldowns } from './cooldowns.ts'
import type { Devices } from './devices.ts'
import type { MemberDirectory } from '#features/notifications/server/member-directory.ts'
import { maySpeakOf, type Person } from '#features/notifications/server/notification-text.ts'
import type { NotificationStore } from './notification-store.ts'
import type { PreferencesStore } from './preferences-store.ts'
import { queuePush } from './queue-push.ts'

const waitingKey = 'push-waiting'
const startedKey = 'push-since'

export type PushNotifierDeps = {
  env: Env
  member: string
  storage: DurableObjectStorage
  store: NotificationStore
  preferences: PreferencesStore
  directory: MemberDirectory
  devices: Pick<Devices, 'isListening' | 'attention'>
  cooldowns: Cooldowns
  alarms: Schedule<'push'>
}

type Options = { exceptSid?: string | undefined; offer?: { until: number; about: PushLink } }

/** Sends push messages to a member who is not looking: only the kind, and only to devices that have subscribed. */
export class PushNotifier {
  readonly #deps: PushNotifierDeps
  readonly alarms: AlarmHandlers<'push'> = { push: () => this.#run() }

  constructor(deps: PushNotifierDeps) {
    this.#deps = deps
  }

  /** A device of the member accepts push messages from now on. */
  start(now: number): void {
    this.#deps.storage.kv.put(startedKey, now)
  }

  /** False if no device of the member receives push messages, or none of this kind. */
  isWanted(kind: NotificationKind): boolean {
    const { storage, preferences } = this.#deps
    return storage.kv.get(startedKey) !== undefined && preferences.read().notifications[kind].push
  }

  /** No device had subscribed as of `since`. A later subscription stays. */
  end(since: number): void {
    const { kv } = this.#deps.storage
    if ((kv.get<number>(startedKey) ?? Infinity) >= since) return
    kv.delete(startedKey)
    kv.delete(waitingKey)
  }

  /**
   * Records that something of a kind has come, and asks open windows whether one has the focus. Without an answer within seconds
   * a message is sent. `offer`: it is stored nowhere, and useless from `until` on.
   */
  add(kind: NotificationKind, now: number, { exceptSid, offer }: Options = {}): void {
    const { devices, alarms } = this.#deps
    if (!this.isWanted(kind)) return
    const readyAt = devices.isListening ? now + attentionMs : now
    const push = {
      since: now,
      readyAt,
      ...offer,
      ...(exceptSid === undefined ? {} : { exceptSid }),
    }
    this.#wait(withPush(this.#waiting(), kind, push))
    alarms.schedule('push', readyAt)
    devices.attention()
  }

  /** A window with the focus shows everything up to now. */
  attended(): void {
    const waiting = this.#waiting()
    if (Object.keys(waiting).length > 0) this.#wait(withoutSeen(waiting))
  }

  /**
   * Clears its candidates after the queue has them: an object that restarts in between sends a message twice rather than never.
   */
  async #run(): Promise<void> {
    if (Object.keys(this.#waiting()).length === 0) return
    const { preferences, directory, cooldowns, alarms } = this.#deps
    const reader = await directory.readerNow()
    const now = Date.now()
    // Paused, restricted or deleted members get nothing.
    if (reader?.state !== 'complete') return this.#wait({})
    const pushedAt = (kind: NotificationKind) => cooldowns.lastAt(cooldownOf(kind))
    const state = { waiting: this.#waiting(), preferences: preferences.read(), timeZone: reader.timeZone, pushedAt }
    const { due, dropped, again } = planPushes(state, now)
    for (const push of due) {
      const about = await this.#findNews(push, now)
      if (about && this.#isWaiting(push)) await this.#send(push, about, now)
      this.#forget(push)
    }
    for (const push of dropped) this.#forget(push)
    if (again !== null) alarms.schedule('push', again)
  }

  async #send({ kind, isSilent, exceptSid, until }: PlannedPush, about: PushLink, now: number): Promise<void> {
    const { env, member, cooldowns } = this.#deps
    await queuePush(env, { member, kind, isSilent, about, until, ...(exceptSid === undefined ? {} : { exceptSid }) }, now)
    cooldowns.tryAcquire(cooldownOf(kind), now, 0)
  }

  /** Returns the page of the unread notices, about people whom the member may see; null if there are none. */
  async #findNews({ kind, since, until, about }: PlannedPush, now: number): Promise<PushLink | null> {
    if (until !== undefined) return about ?? {}
    const unread = this.#deps.store.listUnread(kind, since)
    const ids = unread.flatMap((notice) => ('from' in notice ? [notice.from] : []))
    const people = ids.length > 0 ? await this.#deps.directory.people(ids, now) : new Map<string, Person>()
    const maySpeak = (id: string) => {
      const person = people.get(id)
      return person !== undefined && maySpeakOf(person, kind)
    }
    const notices = unread.filter((notice) => !('from' in notice) || maySpeak(notice.from))
    return notices.length > 0 ? commonLink(notices) : null
  }

  /** False if a window has shown it in the meantime. */
  #isWaiting({ kind, since }: PlannedPush): boolean {
    return this.#waiting()[kind]?.since === since
  }

  #forget(push: PlannedPush): void {
    if (!this.#isWaiting(push)) return
    const { [push.kind]: _, ...others } = this.#waiting()
    this.#wait(others)
  }

  #waiting(): WaitingPushes {
    return this.#deps.storage.kv.get<WaitingPushes>(waitingKey) ?? {}
  }

  #wait(waiting: WaitingPushes): void {
    const { kv } = this.#deps.storage
    if (Object.keys(waiting).length === 0) kv.delete(waitingKey)
    else kv.put(waitingKey, waiting)
  }
}

const cooldownOf = (kind: NotificationKind) => `push:${kind}`

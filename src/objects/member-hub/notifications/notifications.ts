import type { Env } from '#server/env.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { NotificationKind, WireMessage } from '#shared/realtime/wire.ts'
import type {
  DateOffer,
  NoticesRead,
  StoredNotification,
  Notice,
  NotificationBadges,
  NotificationCursor,
  OwnLike,
} from '#features/notifications/contract.ts'
import { matchMomentMs } from '#features/notifications/contract.ts'
import { previewOf, withoutEmails } from '#features/notifications/rules.ts'
import { Cooldowns } from './cooldowns.ts'
import { DeferredNotifications, type DeferredNotificationsDeps } from './deferred-notifications.ts'
import type { Devices, MemberPresence } from './devices.ts'
import { EmailNotifier } from './email-notifier.ts'
import type { Reminder } from '#features/notifications/server/email-digest/reminder-email.ts'
import { createMemberDirectory, type MemberDirectory } from '#features/notifications/server/member-directory.ts'
import { NotificationStore } from './notification-store.ts'
import { Notifier, type NotifyOptions } from './notifier.ts'
import { OnlineAlerts } from './online-alerts.ts'
import { PushNotifier } from './push-notifier.ts'
import { PreferencesStore } from './preferences-store.ts'
import { VisitorDigest } from './visitor-digest.ts'

export type NotificationAlarm = 'email-digest' | 'push' | 'deferred-notifications' | 'visitor-digest' | 'visitor-badge'

export type NotificationsDeps = {
  ctx: Pick<DurableObjectState, 'storage' | 'waitUntil'>
  env: Env
  member: string
  devices: Devices
  presence: MemberPresence
  inbox: DeferredNotificationsDeps['inbox']
  alarms: Schedule<NotificationAlarm>
}

/**
 * All notifications of one member, as a part of their hub. They are stored, counted and shown, and emailed to an absent member.
 * Each part below owns its tables in the hub's storage.
 */
export class Notifications {
  readonly preferences: PreferencesStore
  readonly directory: MemberDirectory
  readonly push: PushNotifier
  readonly alarms: AlarmHandlers<NotificationAlarm>
  readonly #ctx: NotificationsDeps['ctx']
  readonly #store: NotificationStore
  readonly #notifier: Notifier
  readonly #deferred: DeferredNotifications
  readonly #email: EmailNotifier
  readonly #visitors: VisitorDigest
  readonly #online: OnlineAlerts

  constructor({ ctx, env, member, devices, presence, inbox, alarms }: NotificationsDeps) {
    const { storage } = ctx
    const store = new NotificationStore(storage)
    const cooldowns = new Cooldowns(storage.sql)
    const preferences = new PreferencesStore(storage.sql)
    const directory = createMemberDirectory(env, member)
    const push = new PushNotifier({ env, member, storage, store, preferences, directory, devices, cooldowns, alarms })
    const notifier = new Notifier({ ctx, store, preferences, directory, devices, push, alarms })
    this.#ctx = ctx
    this.preferences = preferences
    this.directory = directory
    this.push = push
    this.#store = store
    this.#notifier = notifier
    this.#deferred = new DeferredNotifications({ sql: storage.sql, alarms, inbox, notifier })
    this.#email = new EmailNotifier({ env, member, storage, store, preferences, directory, presence, alarms })
    this.#visitors = new VisitorDigest({ env, member, cooldowns, notifier, devices, alarms })
    this.#online = new OnlineAlerts({ env, member, cooldowns, notifier, devices, presence })
    this.alarms = { ...this.#deferred.alarms, ...this.#email.alarms, ...push.alarms, ...this.#visitors.alarms }
  }

  badges(): NotificationBadges {
    const { unread, bell, likes } = this.#store.counts()
    return { notifications: unread, bell, likes }
  }

  /** The conversation of the newest unread match of the last days; null for none. */
  newestMatch(now: number): string | null {
    return this.#store.newestMatch(now - matchMomentMs)
  }

  /** Lists notifications newest first, from below `before` on. */
  list(limit: number, before: NotificationCursor | null): StoredNotification[] {
    return this.#store.list(limit, before)
  }

  /** Stores a notification and shows it; one with a known id is not shown again. */
  notify(notice: Notice, options: NotifyOptions = {}): void {
    this.#notifier.notify(notice, options)
  }

  /** Shows a like on the devices of the member who gave it; it is not stored. */
  showOwnLike(like: OwnLike): void {
    this.#notifier.showOwnLike(like)
  }

  /** Shows a blind date waiting to be accepted; it is not stored. */
  showDateOffer(offer: DateOffer): void {
    this.#notifier.showDateOffer(offer)
  }

  /** Notifies of a new message or gift from the other member. `isOpen`: some device has the conversation open. */
  notifyOfMessage(conversation: string, { seq, from, text, photo, gift }: WireMessage, isOpen: boolean): void {
    const preview = { text: previewOf(text), hasPhoto: photo !== undefined }
    const about = { id: crypto.randomUUID(), from, conversation }
    const notice = gift ? { ...about, kind: 'gift' as const } : { ...about, kind: 'message' as const }
    if (!isOpen) return this.#notifier.notify(notice, { preview })
    this.#notifier.toast(notice, preview)
    this.#deferred.add(conversation, seq)
  }

  /** Marks one notification, or all of them (null), as read. */
  markRead(id: string | null): NoticesRead {
    const wasUnread = this.#store.markRead(id)
    this.#countsChanged(wasUnread)
    return { unread: this.#store.countUnread(), wasUnread }
  }

  /** Marks all of a kind, up to a time, as read: the member has seen them on the page they lead to. */
  markKindRead(kind: NotificationKind, until: number): void {
    this.#countsChanged(this.#store.markKindRead(kind, until))
    if (kind === 'visitor') this.#ctx.waitUntil(this.#visitors.showBadge(Date.now()))
  }

  markConversationRead(conversation: string): void {
    this.#countsChanged(this.#store.markConversationRead(conversation))
  }

  /** Deletes all notifications of a kind whose subject has ended. */
  forgetKind(kind: NotificationKind): void {
    this.#countsChanged(this.#store.forgetKind(kind))
  }

  forgetConversation(conversation: string): void {
    this.#countsChanged(this.#store.forgetConversation(conversation))
  }

  /** Removes a person from all notifications, even where they are counted with others. */
  forgetPerson(person: string): void {
    this.directory.forget(person)
    this.#countsChanged(this.#store.forgetPerson(person))
  }

  /** Removes a person's like from the notifications, because it was withdrawn. */
  forgetLike(person: string): void {
    this.#countsChanged(this.#store.forgetPerson(person, 'like'))
  }

  /** Lists the people of unread notifications: once per notification, with everyone in a notification of several likes. */
  listNewPeople(): { id: string; kind: NotificationKind }[] {
    return this.#store.listNewPeople()
  }

  /** Stops badges from counting this person's notifications of the kind, because they are no longer available. */
  leaveOut(person: string, kind: NotificationKind): void {
    const hasChanged = kind === 'like' ? this.#store.forgetPerson(person, kind) : this.#store.markPersonRead(person, kind)
    this.#countsChanged(hasChanged)
  }

  /** Turns off emails about these kinds. */
  stopEmails(kinds: readonly NotificationKind[]): void {
    this.preferences.change({ notifications: withoutEmails(this.preferences.read().notifications, kinds) })
  }

  /** Sends a reminder now, if the member gets such emails. Throws if the queue does not accept it. */
  remind(reminder: Reminder): Promise<void> {
    return this.#email.remind(reminder)
  }

  /** A window with the focus shows everything up to now, so no push message is needed. */
  attended(): void {
    this.push.attended()
  }

  keepOrigin(origin: string): void {
    this.#email.keepOrigin(origin)
  }

  scheduleVisitorDigest(): void {
    this.#visitors.schedule(Date.now())
  }

  /** Call it when the member has connected or become visible. */
  sendOnlineAlerts(): void {
    this.#ctx.waitUntil(this.#online.send(Date.now()))
  }

  /** Shows that a favourite of the member has come online. */
  receiveOnlineAlert(from: string, conversation: string): void {
    this.#online.receive(from, conversation, Date.now())
  }

  #countsChanged(hasChanged: boolean): void {
    if (hasChanged) this.#notifier.showCounts()
  }
}

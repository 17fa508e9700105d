import { warn } from '#server/log.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { NotificationKind, NotificationPayload } from '#shared/realtime/wire.ts'
import { isDigestKind, type DateOffer, type Notice, type OwnLike } from '#features/notifications/contract.ts'
import { digestAfterMs, showingOf } from '#features/notifications/rules.ts'
import type { Devices } from './devices.ts'
import type { MemberDirectory } from '#features/notifications/server/member-directory.ts'
import type { NotificationStore } from './notification-store.ts'
import {
  maySpeakOf,
  offerPayload,
  ownLikePayload,
  payloadOf,
  type Preview,
  createTranslatorFor,
} from '#features/notifications/server/notification-text.ts'
import type { PreferencesStore } from './preferences-store.ts'
import type { PushNotifier } from './push-notifier.ts'
import type { Reader } from '#features/notifications/server/queries.ts'

export type NotifierDeps = {
  ctx: Pick<DurableObjectState, 'waitUntil'>
  store: NotificationStore
  preferences: PreferencesStore
  directory: MemberDirectory
  devices: Devices
  push: Pick<PushNotifier, 'add'>
  alarms: Schedule<'email-digest'>
}

/**
 * `exceptSid`: the session that caused it. `quietly`: store and count it, but show and push nothing. `wasShown`: open windows
 * have already shown it. `preview`: the start of a new message.
 */
export type NotifyOptions = {
  exceptSid?: string | undefined
  quietly?: boolean | undefined
  wasShown?: boolean | undefined
  preview?: Preview | undefined
}

type MessageNotice = Extract<Notice, { kind: 'message' | 'gift' }>
/** The reader of a notification, with time zone and language. */
type Audience = { now: number; reader: Reader; translator: Translator }
/** The wording in one language and time zone: `translator` once it is loaded. */
type Words = { key: string; pending: Promise<Translator>; translator?: Translator }
/** Renders a notification in its reader's language; null if it may not be shown. */
type Render = (words: Translator) => NotificationPayload | null

/** Stores a member's notifications, counts them and shows them as the member's preferences allow. An email may follow. */
export class Notifier {
  readonly #deps: NotifierDeps
  #words: Words | null = null

  constructor(deps: NotifierDeps) {
    this.#deps = deps
  }

  /** Stores and shows a notification; one with a known id is neither stored nor shown again. */
  notify(notice: Notice, { exceptSid, quietly, wasShown, preview }: NotifyOptions = {}): void {
    const { ctx, store, preferences, push, alarms } = this.#deps
    const now = Date.now()
    const mailAt = isDigestKind(notice.kind) && preferences.read().notifications[notice.kind].email ? now + digestAfterMs : null
    const kept = store.add(notice, now, mailAt)
    if (!kept) return
    if (mailAt !== null) alarms.schedule('email-digest', mailAt)
    if (!quietly) push.add(notice.kind, now, { exceptSid })
    this.showCounts()
    if (!quietly && !wasShown) ctx.waitUntil(this.#show(kept.notice, kept.others, preview, exceptSid))
  }

  /**
   * Shows a toast on all devices without storing it. One of them has the conversation open and will usually mark the
   * message as read; if not, `deferred-notifications.ts` stores it later. A device that shows the conversation
   * suppresses the toast.
   */
  toast(notice: MessageNotice, preview: Preview): void {
    if (!this.#showAtOnce(notice, preview)) this.#deps.ctx.waitUntil(this.#show(notice, [], preview))
  }

  /** Shows a like on all devices of the member who gave it, without storing it: the list of likes sent has it. */
  showOwnLike(like: OwnLike): void {
    const show = this.#send('like', async (now) => {
      const person = await this.#deps.directory.person(like.to, now)
      return person && ((words) => ownLikePayload(like, person, words))
    })
    this.#deps.ctx.waitUntil(show)
  }

  /** Shows a blind date waiting to be accepted, until it ends. */
  showDateOffer(offer: DateOffer): void {
    const show = this.#send('blind-date', async () => (words) => offerPayload(offer, Date.now(), words))
    this.#deps.ctx.waitUntil(show)
    this.#deps.push.add('blind-date', Date.now(), { offer: { until: offer.until, about: { link_blind: offer.date } } })
  }

  showCounts(): void {
    const { devices, store } = this.#deps
    devices.notifications(store.counts())
  }

  async #countVisible(likers: readonly string[]): Promise<number> {
    if (likers.length === 0) return 0
    const people = await this.#deps.directory.people(likers, Date.now())
    return [...people.values()].filter((person) => maySpeakOf(person, 'like')).length
  }

  /** Cached, because a lively chat needs it with every message. Toasts waiting for it are shown in order. */
  #translatorFor({ locale, timeZone }: Reader): Promise<Translator> {
    const key = `${locale} ${timeZone}`
    if (this.#words?.key === key) return this.#words.pending
    const words: Words = { key, pending: createTranslatorFor(locale, timeZone) }
    this.#words = words
    words.pending.then((translator) => (words.translator = translator)).catch(() => (this.#words = null))
    return words.pending
  }

  #knownTranslator({ locale, timeZone }: Reader): Translator | undefined {
    return this.#words?.key === `${locale} ${timeZone}` ? this.#words.translator : undefined
  }

  /**
   * Shows a message's toast if everything it needs is cached, as in a lively chat. It then goes to the devices in the same frame
   * as the message. Returns false if something has to be read first.
   */
  #showAtOnce(notice: MessageNotice, preview: Preview): boolean {
    const { directory, devices } = this.#deps
    if (!devices.isListening) return true
    const now = Date.now()
    const reader = directory.knownReader(now)
    const person = directory.knownPerson(notice.from, now)
    const translator = reader && this.#knownTranslator(reader)
    if (!translator || person === undefined) return false
    this.#write(notice.kind, { now, reader, translator }, (words) => payloadOf(notice, { person, others: 0, preview }, words))
    return true
  }

  #show(notice: Notice, others: readonly string[], preview: Preview | undefined, exceptSid?: string): Promise<void> {
    const read = async (now: number): Promise<Render> => {
      const [person, counted] = await Promise.all([
        'from' in notice ? this.#deps.directory.person(notice.from, now) : null,
        this.#countVisible(others),
      ])
      return (words) => payloadOf(notice, { person, others: counted, preview }, words)
    }
    return this.#send(notice.kind, read, exceptSid)
  }

  /** Reads names, portraits and the language only if some device can show them. `read` returns null to show nothing. */
  async #send(kind: NotificationKind, read: (now: number) => Promise<Render | null>, exceptSid?: string): Promise<void> {
    const { directory, devices } = this.#deps
    if (!devices.isListening) return
    try {
      const now = Date.now()
      const [reader, render] = await Promise.all([directory.reader(now), read(now)])
      if (!reader || !render) return
      this.#write(kind, { now, reader, translator: await this.#translatorFor(reader) }, render, exceptSid)
    } catch (error) {
      // The notification itself is stored; only its toast is missing.
      warn('notification', error)
    }
  }

  #write(kind: NotificationKind, { now, reader, translator }: Audience, render: Render, exceptSid?: string): void {
    const { devices, preferences } = this.#deps
    const { toast, sound } = showingOf(preferences.read(), kind, now, reader.timeZone)
    const payload = toast ? render(translator) : null
    if (payload) devices.notification({ ...payload, ...(sound ? {} : { sound: false }) }, exceptSid)
  }
}

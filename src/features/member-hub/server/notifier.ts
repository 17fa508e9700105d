import {
  createTranslatorFor,
  isLetterKind,
  letterAfterMs,
  NotificationStore,
  payloadOf,
  showingOf,
  type Acquaintances,
  type Preview,
} from '#features/notifications/server/public.ts'
import type { Notice } from '#features/notifications/contract.ts'
import type { ConversationChannel } from '#shared/wire.ts'
import { reasonOf } from '#worker/http/loggable.ts'
import type { Alarms } from './alarms.ts'
import type { Announcer } from './announcer.ts'
import type { Connection } from './connection.ts'
import type { PreferencesStore } from './preferences-store.ts'

type NotifierPorts = {
  store: NotificationStore
  preferences: PreferencesStore
  acquaintances: Acquaintances
  announcer: Announcer
  alarms: Alarms
  waitUntil(work: Promise<void>): void
}

/** `exceptSid`: the session that did it itself needs no telling. `preview`: the start of a message that has just come. */
type Telling = { exceptSid?: string | undefined; preview?: Preview | undefined }

/** Keeps what a member is to hear of, counts it, and shows it as far as they wish; a letter may follow later. */
export class Notifier {
  readonly #ports: NotifierPorts

  constructor(ports: NotifierPorts) {
    this.#ports = ports
  }

  /** One that is known by its id is neither kept nor shown again. */
  take(notice: Notice, telling: Telling = {}): void {
    const { store, preferences, alarms, waitUntil } = this.#ports
    const now = Date.now()
    const mailAt = isLetterKind(notice.kind) && preferences.read().notifications[notice.kind].email ? now + letterAfterMs : null
    const kept = store.add(notice, now, mailAt)
    if (!kept) return
    if (mailAt !== null) alarms.wish('letter', mailAt)
    this.tellCount()
    waitUntil(this.#show(notice, kept.others.length, telling.preview, ({ sid }) => sid !== telling.exceptSid))
  }

  /**
   * A message of a conversation that some device has open needs no place in the list. Those devices hear of it all the
   * same: one whose window is hidden shows it, one that shows the conversation does not.
   */
  hint(notice: Notice, preview: Preview, channel: ConversationChannel): void {
    this.#ports.waitUntil(this.#show(notice, 0, preview, (connection) => connection.hasJoined(channel)))
  }

  tellCount(): void {
    const { announcer, store } = this.#ports
    announcer.notifications({ unread: store.countUnread() })
  }

  /** Names, portraits and the language are asked for only if somebody is there to see them. */
  async #show(
    notice: Notice,
    others: number,
    preview: Preview | undefined,
    isFor: (connection: Connection) => boolean,
  ): Promise<void> {
    const { acquaintances, announcer, preferences } = this.#ports
    if (!announcer.isHeard) return
    try {
      const now = Date.now()
      const [reader, person] = await Promise.all([
        acquaintances.reader(now),
        'from' in notice ? acquaintances.person(notice.from, now) : null,
      ])
      if (!reader) return
      const { toast, sound } = showingOf(preferences.read(), notice.kind, now, reader.timeZone)
      if (!toast) return
      const payload = payloadOf(notice, { person, others, preview }, await createTranslatorFor(reader.locale))
      if (payload) announcer.notification({ ...payload, ...(sound ? {} : { sound: false }) }, isFor)
    } catch (error) {
      // What it is about is kept; only its toast is missing.
      console.warn(JSON.stringify({ level: 'warn', what: 'notification', reason: reasonOf(error) }))
    }
  }
}

import {
  createTranslatorFor,
  isLetterKind,
  letterAfterMs,
  maySpeakOf,
  NotificationStore,
  payloadOf,
  showingOf,
  type MemberDirectory,
  type Preview,
} from '#features/notifications/server/public.ts'
import type { Notice } from '#features/notifications/contract.ts'
import { warn } from '#server/log.ts'
import type { AlarmScheduler } from '#server/objects/alarm-scheduler.ts'
import type { Broadcaster } from '#features/member-hub/server/connections/broadcaster.ts'
import type { Connection } from '#features/member-hub/server/connections/connection.ts'
import type { PreferencesStore } from './preferences-store.ts'

type NotifierDeps = {
  store: NotificationStore
  preferences: PreferencesStore
  acquaintances: MemberDirectory
  announcer: Broadcaster
  alarms: AlarmScheduler
  waitUntil(work: Promise<void>): void
}

/**
 * `exceptSid`: the session that did it itself needs no telling. `quietly`: kept and counted, but not shown. `preview`: the
 * start of a message that has just come.
 */
type Telling = { exceptSid?: string | undefined; quietly?: boolean | undefined; preview?: Preview | undefined }

/** Keeps what a member is to hear of, counts it, and shows it as far as they wish; a letter may follow later. */
export class Notifier {
  readonly #ports: NotifierDeps
  #words: { locale: string; translator: ReturnType<typeof createTranslatorFor> } | null = null

  constructor(ports: NotifierDeps) {
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
    if (telling.quietly) return
    waitUntil(this.#show(kept.notice, kept.others, telling.preview, ({ sid }) => sid !== telling.exceptSid))
  }

  /**
   * A message of a conversation that some device has open needs no place in the list yet (`unseen-watch.ts`). Every device
   * hears of it all the same, because that one's window may be hidden: only who shows the conversation says nothing.
   */
  hint(notice: Notice, preview: Preview): void {
    this.#ports.waitUntil(this.#show(notice, [], preview, () => true))
  }

  tellCount(): void {
    const { announcer, store } = this.#ports
    announcer.notifications({ unread: store.countUnread(), bell: store.countAtBell(), likes: store.countLikes() })
  }

  async #findable(likers: readonly string[]): Promise<string[]> {
    if (likers.length === 0) return []
    const people = await this.#ports.acquaintances.people(likers, Date.now())
    return [...people].flatMap(([id, person]) => (maySpeakOf(person, 'like') ? [id] : []))
  }

  /** Kept, because a lively chat asks for them with every message. */
  #wordsIn(locale: string): ReturnType<typeof createTranslatorFor> {
    if (this.#words?.locale !== locale) this.#words = { locale, translator: createTranslatorFor(locale) }
    return this.#words.translator
  }

  /** Names, portraits and the language are asked for only if somebody is there to see them. */
  async #show(
    notice: Notice,
    others: readonly string[],
    preview: Preview | undefined,
    isFor: (connection: Connection) => boolean,
  ): Promise<void> {
    const { acquaintances, announcer, preferences } = this.#ports
    if (!announcer.isHeard) return
    try {
      const now = Date.now()
      const [reader, person, counted] = await Promise.all([
        acquaintances.reader(now),
        'from' in notice ? acquaintances.person(notice.from, now) : null,
        this.#findable(others),
      ])
      if (!reader) return
      const { toast, sound } = showingOf(preferences.read(), notice.kind, now, reader.timeZone)
      if (!toast) return
      const payload = payloadOf(notice, { person, others: counted.length, preview }, await this.#wordsIn(reader.locale))
      if (payload) announcer.notification({ ...payload, ...(sound ? {} : { sound: false }) }, isFor)
    } catch (error) {
      // What it is about is kept; only its toast is missing.
      warn('notification', error)
    }
  }
}

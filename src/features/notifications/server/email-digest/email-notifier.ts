import {
  letterAfterMs,
  planLetter,
  sendDigest,
  type MemberDirectory,
  type NotificationStore,
  type WaitingNotice,
} from '#features/notifications/server/public.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import type { Env } from '#server/env.ts'
import { reasonOf } from '#server/log.ts'
import type { AlarmScheduler } from '#server/objects/alarm-scheduler.ts'
import type { Connections } from '#features/member-hub/server/connections/connections.ts'
import type { LetterStore } from './letter-store.ts'
import type { PreferencesStore } from '../preferences-store.ts'

/** Browsers let a hidden window's timers run once a minute: a connection that was silent for longer has nobody behind it. */
const presentMs = 3 * 60_000

type LetterDeskDeps = {
  env: Env
  member: string
  store: NotificationStore
  letters: LetterStore
  preferences: PreferencesStore
  acquaintances: MemberDirectory
  connections: Connections
  alarms: AlarmScheduler
}

/** Writes to a member who is away, when the alarm says that something has waited for long enough. */
export class EmailNotifier {
  readonly #ports: LetterDeskDeps

  constructor(ports: LetterDeskDeps) {
    this.#ports = ports
  }

  /**
   * What is told of is marked after the letter has gone: an object that dies in between writes twice rather than never. A
   * letter that the mail service refuses is tried again in ten minutes, for a day.
   */
  async write(now: number): Promise<void> {
    const { env, member, store, letters, preferences, acquaintances, connections, alarms } = this.#ports
    const reader = await acquaintances.readerNow()
    const waiting = store.listWaiting()
    // Nobody writes to who has paused, may not come in, or has left.
    if (reader?.state !== 'complete') return store.forgetLetter(idsOf(waiting))
    const plan = planLetter(
      {
        waiting: waiting.map(({ notice, mailAt }) => ({ kind: notice.kind, mailAt })),
        preferences: preferences.read(),
        toldAt: letters.read(),
        isPresent: connections.open().some(({ transport }) => now - transport.heardAt < presentMs),
        timeZone: reader.timeZone,
      },
      now,
    )
    if (plan.again !== null) alarms.wish('letter', plan.again)
    const told = waiting.filter(({ notice }) => plan.kinds.includes(notice.kind))
    if (told.length === 0) return
    const origin = env.PUBLIC_ORIGIN || letters.localOrigin
    if (origin) {
      const people = await acquaintances.people(idsOfPeople(told), now)
      try {
        const isSent = await sendDigest(env, { origin, member, reader, told, people })
        if (isSent) letters.note(kindsOf(told), now)
      } catch (error) {
        console.error(
          JSON.stringify({ level: 'error', code: 'mail', reason: reasonOf(error), cure: 'check the send_email binding' }),
        )
        return alarms.wish('letter', now + letterAfterMs)
      }
    }
    store.forgetLetter(idsOf(told))
  }
}

const idsOf = (waiting: readonly WaitingNotice[]) => waiting.map(({ notice }) => notice.id)
const kindsOf = (waiting: readonly WaitingNotice[]): NotificationKind[] => [...new Set(waiting.map(({ notice }) => notice.kind))]
const idsOfPeople = (waiting: readonly WaitingNotice[]) => [
  ...new Set(waiting.flatMap(({ notice }) => ('from' in notice ? [notice.from] : []))),
]

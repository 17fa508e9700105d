import { openDatabase } from '#db/database.ts'
import { readVisitorNews } from '#features/visits/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import type { AlarmScheduler } from '#server/objects/alarm-scheduler.ts'
import type { Broadcaster } from '#features/member-hub/server/connections/broadcaster.ts'
import type { Notifier } from './notifier.ts'
import type { Cooldowns } from './cooldowns.ts'

/** So long the first visit waits for others to be told of together. */
const gatherMs = 60 * 60_000
const pauseMs = 24 * 60 * 60_000
/** Visits of so long move the badge together. */
const badgeGatherMs = 5_000
const key = 'visitors'

type VisitorDeskDeps = {
  env: Pick<Env, 'DB'>
  member: string
  told: Cooldowns
  notifier: Notifier
  announcer: Broadcaster
  alarms: AlarmScheduler
}

/** Tells a member of their visitors: a digest, at most once in 24 hours, and a number beside the entrance to their list. */
export class VisitorDigest {
  readonly #ports: VisitorDeskDeps

  constructor(ports: VisitorDeskDeps) {
    this.#ports = ports
  }

  /** Somebody has looked at the profile. */
  expect(now: number): void {
    const { told, alarms } = this.#ports
    alarms.wish('visitors', Math.max(now + gatherMs, (told.read(key) ?? 0) + pauseMs))
    // Whoever is away now may have opened a page just before, and be here by then.
    alarms.wish('visitor-badge', now + badgeGatherMs)
  }

  /** Tells the devices that are here how many there are whom the member has not seen yet. */
  async count(now: number): Promise<void> {
    const { env, member, announcer } = this.#ports
    if (!announcer.isHeard) return
    try {
      announcer.visitors((await readVisitorNews(openDatabase(env.DB), member, now)).people)
    } catch (error) {
      // The next visit or page counts them again.
      warn('visitors', error)
    }
  }

  /** The alarm's: how many there are whom the member has not seen yet, if any of them came after the last digest. */
  async tell(now: number): Promise<void> {
    const { env, member, told, notifier } = this.#ports
    const { people, latestAt } = await readVisitorNews(openDatabase(env.DB), member, now)
    if (people === 0 || latestAt <= (told.read(key) ?? 0) || !told.claim(key, now, pauseMs)) return
    notifier.take({ id: `visitors:${now}`, kind: 'visitor', people })
  }
}

import { openDatabase } from '#db/database.ts'
import { readVisitorNews } from '#features/visits/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { Cooldowns } from './cooldowns.ts'
import type { Devices } from './devices.ts'
import type { Notifier } from './notifier.ts'

/** The first visit waits this long for others, so that one notification covers them all. */
const collectMs = 60 * 60_000
const cooldownMs = 24 * 60 * 60_000
/** Visits within this time change the badge once. */
const badgeDebounceMs = 5_000
const key = 'visitors'

type VisitorAlarm = 'visitor-digest' | 'visitor-badge'

export type VisitorDigestDeps = {
  env: Pick<Env, 'DB'>
  member: string
  cooldowns: Cooldowns
  notifier: Notifier
  devices: Devices
  alarms: Schedule<VisitorAlarm>
}

/** Notifies a member of their visitors: a digest, at most once in 24 hours, and a badge beside the link to their list. */
export class VisitorDigest {
  readonly #deps: VisitorDigestDeps
  readonly alarms: AlarmHandlers<VisitorAlarm> = {
    'visitor-digest': () => this.#notify(Date.now()),
    'visitor-badge': () => this.showBadge(Date.now()),
  }

  constructor(deps: VisitorDigestDeps) {
    this.#deps = deps
  }

  /** Schedules the digest and the badge after a visit was stored. */
  schedule(now: number): void {
    const { cooldowns, alarms } = this.#deps
    alarms.schedule('visitor-digest', Math.max(now + collectMs, (cooldowns.lastAt(key) ?? 0) + cooldownMs))
    // Even for a member who is away now: they may have just opened a page, and connect by then.
    alarms.schedule('visitor-badge', now + badgeDebounceMs)
  }

  /** Shows the connected devices how many visitors the member has not seen yet. */
  async showBadge(now: number): Promise<void> {
    const { env, member, devices } = this.#deps
    if (!devices.isListening) return
    try {
      devices.visitors((await readVisitorNews(openDatabase(env.DB), member, now)).people)
    } catch (error) {
      // The next visit or page counts them again.
      warn('visitors', error)
    }
  }

  /** Counts the visitors whom the member has not seen yet, if any of them came after the last digest. */
  async #notify(now: number): Promise<void> {
    const { env, member, cooldowns, notifier } = this.#deps
    const { people, latestAt } = await readVisitorNews(openDatabase(env.DB), member, now)
    if (people === 0 || latestAt <= (cooldowns.lastAt(key) ?? 0) || !cooldowns.tryAcquire(key, now, cooldownMs)) return
    notifier.notify({ id: `visitors:${now}`, kind: 'visitor', people })
  }
}

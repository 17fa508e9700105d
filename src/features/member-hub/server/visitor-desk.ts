import { openDatabase } from '#db/database.ts'
import { readVisitorNews } from '#features/visits/server/public.ts'
import type { Env } from '#worker/http/env.ts'
import type { Alarms } from './alarms.ts'
import type { Notifier } from './notifier.ts'
import type { ToldStore } from './told-store.ts'

/** So long the first visit waits for others to be told of together. */
const gatherMs = 60 * 60_000
const pauseMs = 24 * 60 * 60_000
const key = 'visitors'

type VisitorDeskPorts = { env: Pick<Env, 'DB'>; member: string; told: ToldStore; notifier: Notifier; alarms: Alarms }

/** Tells a member of their visitors: one digest, at most once in 24 hours, and never of one visit as it happens. */
export class VisitorDesk {
  readonly #ports: VisitorDeskPorts

  constructor(ports: VisitorDeskPorts) {
    this.#ports = ports
  }

  /** Somebody has looked at the profile. */
  expect(now: number): void {
    const { told, alarms } = this.#ports
    alarms.wish('visitors', Math.max(now + gatherMs, (told.read(key) ?? 0) + pauseMs))
  }

  /** The alarm's: how many there are whom the member has not seen yet, if any of them came after the last digest. */
  async tell(now: number): Promise<void> {
    const { env, member, told, notifier } = this.#ports
    const { people, latestAt } = await readVisitorNews(openDatabase(env.DB), member, now)
    if (people === 0 || latestAt <= (told.read(key) ?? 0) || !told.claim(key, now, pauseMs)) return
    notifier.take({ id: `visitors:${now}`, kind: 'visitor', people })
  }
}

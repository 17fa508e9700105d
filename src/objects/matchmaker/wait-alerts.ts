import type { PairingCriteria, Waiting } from '#features/encounters/contract.ts'
import type { WaitAlertRequest } from '#features/encounters/dates/contract.ts'
import { utcDay } from '#features/profile/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import { couldSuit } from './suits.ts'

type Row = { member: string; languages: string; criteria: string }

/** A single member who begins to wait brings no more than this many: more would compete for one date. */
const alertsPerWait = 2
const callMs = 5_000

/** Who wants to be notified when someone begins to wait: the matchmaker's table `wait_alerts`. */
export class WaitAlerts {
  readonly #sql: SqlStorage
  readonly #alarms: Schedule<'wait-alerts'>
  readonly #env: Env

  constructor({ sql }: DurableObjectStorage, alarms: Schedule<'wait-alerts'>, env: Env) {
    this.#sql = sql
    this.#alarms = alarms
    this.#env = env
  }

  /** Replaces the member's row, at the end of the line. Rows are in the order of their ids. */
  put({ member, criteria, languages, until }: WaitAlertRequest): void {
    this.#sql.exec('DELETE FROM wait_alerts WHERE member = ?', member)
    if (criteria === null) return
    this.#sql.exec(
      'INSERT INTO wait_alerts (member, languages, criteria, until) VALUES (?, ?, ?, ?)',
      member,
      languages.join(),
      JSON.stringify(criteria),
      until,
    )
    this.#alarms.schedule('wait-alerts', until)
  }

  /** Deletes those that are over. */
  prune(now: number): void {
    this.#sql.exec('DELETE FROM wait_alerts WHERE until <= ?', now)
    const { next } = this.#sql.exec<{ next: number | null }>('SELECT MIN(until) AS next FROM wait_alerts').one()
    if (next !== null) this.#alarms.schedule('wait-alerts', next)
  }

  /**
   * Some have begun to wait, and the first round found them no one: alerts the first two of those who could suit, for each. Blocks are
   * ignored, as in the figures, so that an alert shows nothing about them.
   */
  async alertOf(alone: readonly Waiting[]): Promise<void> {
    for (const waiting of alone) await this.#alertOf(waiting)
  }

  /** A row is deleted before its hub is called: one alert at most, even after a crash. */
  async #alertOf(waiting: Waiting): Promise<void> {
    let alerted = 0
    for (const member of listSuited(this.#sql, waiting, Date.now())) {
      const isFirst = this.#sql.exec('DELETE FROM wait_alerts WHERE member = ?', member).rowsWritten > 0
      if (isFirst && (await isAlerted(this.#env, member))) alerted += 1
      if (alerted === alertsPerWait) return
    }
  }
}

function listSuited(sql: SqlStorage, { member, languages, profile }: Waiting, now: number): string[] {
  if (profile === null) return []
  const rows = sql.exec<Row>('SELECT member, languages, criteria FROM wait_alerts WHERE until > ? ORDER BY id', now).toArray()
  const suits = (row: Row) =>
    row.member !== member &&
    row.languages.split(',').some((language) => languages.includes(language)) &&
    couldSuit(profile, JSON.parse(row.criteria) as PairingCriteria, utcDay(now))
  return rows.filter(suits).map((row) => row.member)
}

/** False if the member has ended it, or receives no push messages any more: then it is the next one's turn. */
async function isAlerted(env: Env, member: string): Promise<boolean> {
  try {
    return await withTimeout(callMs, (async () => await memberHub(env, member).deliverWaitAlert())())
  } catch (error) {
    warn('wait-alert', error)
    return false
  }
}

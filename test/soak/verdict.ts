import type { AreaReport } from '../chaos/areas/run.ts'
import type { EncounterJudgement } from '../chaos/encounters/judge.ts'
import type { EncounterReport } from '../chaos/encounters/run.ts'
import type { BookJudgement } from '../chaos/judge-books.ts'
import type { Judgement } from '../chaos/judge.ts'
import type { ChaosReport } from '../chaos/run.ts'
import type { LedgerJudgement, LedgerReport } from './givers.ts'

export type SoakReport = {
  talks: ChaosReport
  encounters: EncounterReport
  areas: AreaReport
  ledger: LedgerReport
  /** Growth of the server's memory after the first five minutes, as a share; null for a short run. */
  growth: number | null
}

/** Memory may grow by a tenth after the first five minutes. */
export const mostGrowth = 0.1

type Counts<Report> = Record<keyof Report, true>

/** Every count of every judge, so that a new one cannot be left out: it is 0 if nothing was wrong. */
export const talkCounts: Counts<Judgement & BookJudgement & Pick<ChaosReport, 'endedReadable'>> = {
  unsent: true,
  lost: true,
  doubled: true,
  outOfOrder: true,
  changed: true,
  undone: true,
  stale: true,
  leftovers: true,
  miscounted: true,
  wrongBadges: true,
  unfound: true,
  ghosts: true,
  wrongRows: true,
  lateFrames: true,
  endedReadable: true,
}
export const encounterCounts: Counts<EncounterJudgement> = {
  withSelf: true,
  metTwice: true,
  forbidden: true,
  twoAtOnce: true,
  lost: true,
  doubled: true,
  outOfOrder: true,
  changed: true,
  wrongReveals: true,
  toldAlone: true,
  wrongMatches: true,
  readable: true,
  stranded: true,
  ghosts: true,
  endings: true,
  wrongSeats: true,
}
export const ledgerCounts: Counts<LedgerJudgement> = {
  ungranted: true,
  overspent: true,
  unused: true,
  undelivered: true,
  repeated: true,
}

/** What is broken, one line each; empty for a run that passes. */
export function listBroken({ talks, encounters, areas, ledger, growth }: SoakReport): string[] {
  const wrong = <Name extends string>(
    group: string,
    report: Readonly<Record<NoInfer<Name>, number>>,
    names: Readonly<Record<Name, true>>,
  ) => namesOf(names).flatMap((name) => (report[name] === 0 ? [] : [`${group}: ${name} ${report[name]}`]))
  return [
    ...wrong('talks', talks, talkCounts),
    ...wrong('encounters', encounters, encounterCounts),
    ...wrong('ledger', ledger, ledgerCounts),
    ...idle({ talks: talks.acknowledged, encounters: encounters.acknowledged, areas: areas.pages, ledger: ledger.sent }),
    ...restless('talks', talks),
    ...restless('encounters', encounters),
    ...(talks.presence === null || talks.presence.afterCloseMs === null ? ['talks: presence is not right in time'] : []),
    ...(areas.wronglyShown.length > 0 ? [`areas: wronglyShown ${areas.wronglyShown.length}`] : []),
    ...(areas.unanswered > 0 ? [`areas: unanswered ${areas.unanswered}`] : []),
    ...(areas.wholeMs === null ? ['areas: a list is not whole'] : []),
    ...(growth !== null && growth > mostGrowth ? [`memory: grew by ${(growth * 100).toFixed(1)} %`] : []),
  ]
}

const namesOf = <Name extends string>(counts: Record<Name, true>) => Object.keys(counts) as Name[]

/** A group in which nothing happened proves nothing. */
const idle = (done: Readonly<Record<string, number>>) =>
  Object.entries(done).flatMap(([group, count]) => (count === 0 ? [`${group}: nothing was done`] : []))

const restless = (group: string, { quietMs, unrest }: { quietMs: number | null; unrest: readonly string[] }) =>
  quietMs === null ? [`${group}: not at rest (${unrest[0] ?? 'a count is wrong'})`] : []

import type { EvidenceMessage } from '#features/chat/contract.ts'
import {
  encounterPauseRule,
  encounterSources,
  type EvidencePhoto,
  type ProfileEvidence,
  type ReportCategory,
  type ReportSource,
  type ReportState,
} from './contract.ts'

/** True if the page after the report names an emergency number. */
export function isUrgent(category: ReportCategory): boolean {
  return category === 'danger'
}

/** D1 stores at most 2,000,000 bytes in a row. */
const mostBytes = 1_500_000
const utf8 = new TextEncoder()

/** The newest messages that fit into one row, and the number of older ones that do not. */
export function fitEvidence(messages: readonly EvidenceMessage[]): { messages: EvidenceMessage[]; left: number } {
  let bytes = 0
  let first = messages.length
  while (first > 0) {
    bytes += utf8.encode(JSON.stringify(messages[first - 1])).byteLength + 1
    if (bytes > mostBytes) break
    first -= 1
  }
  return { messages: messages.slice(first), left: first }
}

/** All photos of a profile's evidence, by whose position an address names one: its own, then those that likes were tied to. */
export function evidencePhotos({ photos, ties = [] }: Pick<ProfileEvidence, 'photos' | 'ties'>): EvidencePhoto[] {
  return [...photos, ...ties.flatMap(({ photo }) => photo ?? [])]
}

export function isEncounter(source: ReportSource): boolean {
  return encounterSources.some((encounter) => encounter === source)
}

/** The facts of a report that the rule for pauses needs. `createdAt` in ms. */
type CountedReport = { reporterId: string; source: ReportSource; state: ReportState; createdAt: number }

/** Returns the reports that cause a pause at a time: open, about encounters, and made within the window that ends then. */
export function pauseCauses<R extends CountedReport>(reports: readonly R[], pausedAt: number): R[] {
  return reports.filter(
    ({ source, state, createdAt }) =>
      state === 'open' && isEncounter(source) && createdAt <= pausedAt && createdAt > pausedAt - encounterPauseRule.windowMs,
  )
}

/**
 * Returns when the reports about one member first pause their access to encounters (ms), or null. Decided reports do not count,
 * so a decision ends a pause. `pauseStatement` is the same rule in SQL, because it counts inside a report's batch.
 */
export function pauseDueAt(reports: readonly CountedReport[]): number | null {
  const dueAt = reports
    .map(({ createdAt }) => createdAt)
    .filter((at) => new Set(pauseCauses(reports, at).map(({ reporterId }) => reporterId)).size >= encounterPauseRule.members)
  return dueAt.length === 0 ? null : Math.min(...dueAt)
}

/** Exports for the settings page. */
export { endedStatement, toEndedList } from './ended.ts'
/** Exports for the operators' pages. */
export { decideReports, finishDecision, type ReportDecision } from './decide.ts'
export {
  decisionReasonSql,
  findRemainingPhotos,
  findReported,
  listOpenReports,
  openMessagePhoto,
  openReport,
  openReportsStatement,
  type OpenedReport,
  type ReportRow,
} from './queue.ts'
/** Exports for encounters: who is paused, and how a report of one is written. */
export { findEncounterPause, isPausedFromEncountersSql } from './encounter-pauses.ts'
export { writeReport } from './queries.ts'

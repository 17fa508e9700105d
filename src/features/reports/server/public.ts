/** Exports for the settings page. */
export { endedStatement, toEndedList } from './ended.ts'
/** Exports for the operators' pages. */
export { canDecide, decideReports, finishDecision, sweepDecisions, type ReportDecision } from './decide.ts'
export { reportDecidedEmail, sendReportDecided } from './decision-email.ts'
export {
  decisionReasonSql,
  findNextReport,
  findRemainingPhotos,
  findReported,
  listOpenReports,
  openEvidencePicture,
  openReport,
  openReportsStatement,
  type EvidencePicture,
  type OpenedReport,
  type ReportRow,
} from './queue.ts'
export { copyEvidencePictures, findEvidencePicture, listCopies, sweepEvidence } from './evidence-pictures.ts'
/** Exports for encounters: who may enter one, and how one is reported. */
export { encounterPauseStatement, findEncounterPause } from './encounter-pauses.ts'
export { requireEncounterAccess } from './encounter-access.ts'
export { reportEncounter, sweepEncounterPauses } from './report-encounter.ts'
export { encounterReportInput, type EncounterReportInput } from './schemas.ts'
export { writeReport } from './queries.ts'
export { evidencePhotos } from '../rules.ts'

/** Exports for the settings page. */
export { endedStatement, toEndedList } from './ended.ts'
/** Exports for the operators' pages. */
export {
  findRemainingPhotos,
  listOpenReports,
  openMessagePhoto,
  openReport,
  openReportsStatement,
  type OpenedReport,
  type ReportRow,
} from './queue.ts'

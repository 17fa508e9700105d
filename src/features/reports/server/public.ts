/** What the page of settings uses of reports. */
export { endedStatement, toEndedList } from './ended.ts'
/** What the operators' pages use of reports. */
export {
  findRemainingPhotos,
  listOpenReports,
  openMessagePhoto,
  openReport,
  openReportsStatement,
  type OpenedReport,
  type ReportRow,
} from './queue.ts'

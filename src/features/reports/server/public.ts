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

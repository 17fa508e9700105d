const reportPrefix = 'report:'

/** The id of a notice about a member's report. No field on the wire distinguishes these from notices about photos. */
export function reportNoticeId(reportId: string): string {
  return reportPrefix + reportId
}

export const isReportNoticeId = (id: string): boolean => id.startsWith(reportPrefix)

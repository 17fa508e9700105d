import { part } from '#shared/part.tsx'

export const ReportDialog = part('src/features/reports/ui/report-dialog.tsx', () =>
  import('./report-dialog.tsx').then((module) => module.ReportDialog),
)

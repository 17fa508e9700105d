import { part } from '#shared/react/part.tsx'

export const ReportForm = part('src/features/reports/ui/report-form.tsx', () =>
  import('./report-form.tsx').then((module) => module.ReportForm),
)

export const ReportDialog = part('src/features/reports/ui/report-dialog.tsx', () =>
  import('./report-dialog.tsx').then((module) => module.ReportDialog),
)

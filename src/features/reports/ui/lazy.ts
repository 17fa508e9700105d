import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const ReportForm = lazyComponent('src/features/reports/ui/report-form.tsx', () =>
  import('./report-form.tsx').then((module) => module.ReportForm),
)

export const ReportDialog = lazyComponent('src/features/reports/ui/report-dialog.tsx', () =>
  import('./report-dialog.tsx').then((module) => module.ReportDialog),
)

import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const EncounterReportDialog = lazyComponent('src/features/reports/ui/encounter-report-dialog.tsx', () =>
  import('./encounter-report-dialog.tsx').then((module) => module.EncounterReportDialog),
)

export const UrgentHelp = lazyComponent('src/features/reports/ui/urgent-help.tsx', () =>
  import('./urgent-help.tsx').then((module) => module.UrgentHelp),
)

import { countedSince, nextReset } from '#shared/quota-day.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { deleteStep, welcomeBackStep } from '#shared/routing/account-steps.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { ExportProps, ExportState } from '../contract.ts'
import type { exportStatement } from './queries.ts'

type Row = Awaited<ReturnType<typeof exportStatement>>[number]

export function toExportState({ exportId, exportState, exportSize, exportExpiresAt }: Row): ExportState {
  if (exportState === null) return { state: 'none' }
  if (exportState !== 'ready') return { state: exportState }
  if (exportId === null || exportSize === null || exportExpiresAt === null) return { state: 'failed' }
  return { state: 'ready', id: exportId, size: exportSize, expiresAt: exportExpiresAt }
}

/** Start and end of the member's day, ms. */
export function dayOf({ exportTimeZone, heldStart, heldUntil }: Row, now: number): { start: number; endsAt: number } {
  return { start: countedSince(now, exportTimeZone, heldStart), endsAt: nextReset(now, exportTimeZone, heldUntil).resetsAt }
}

/** The section of the settings. */
export function toExportProps(rows: readonly Row[], isConfirmed: boolean, now: number): ExportProps {
  const [row] = rows
  if (!row) return { current: { state: 'none' }, canAsk: false, isConfirmed }
  const current = toExportState(row)
  const isToday = (row.exportDay ?? 0) >= dayOf(row, now).start
  return { current, canAsk: current.state !== 'preparing' && !(current.state === 'ready' && isToday), isConfirmed }
}

/** The page that has the export: the settings; for members without them, the one about leaving; for deleted ones, their only one. */
export function exportHref(state: string | null, locale: LocaleCode): string {
  if (state === 'complete' || state === 'paused') return href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } })
  return href(routes.signIn, {}, { locale, query: { step: state === 'deleted' ? welcomeBackStep : deleteStep } })
}

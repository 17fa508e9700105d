import { useMemo } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { createZoneFormat, type EveningFormat } from './evening-format.ts'

/** Formats times as the clocks of a zone show them, which need not be the one that the browser is in. */
export function useZoneFormat(timeZone: string): EveningFormat {
  const { locale, t } = useI18n()
  return useMemo(() => createZoneFormat(locale, timeZone, () => t('common.time.justNow')), [locale, timeZone, t])
}

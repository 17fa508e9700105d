import { useMemo } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { createZoneFormat, type EveningFormat } from './evening-format.ts'

/** Formats times in a time zone, which may differ from the browser's. */
export function useZoneFormat(timeZone: string): EveningFormat {
  const { locale, t } = useI18n()
  return useMemo(() => createZoneFormat(locale, timeZone, () => t('common.time.justNow')), [locale, timeZone, t])
}

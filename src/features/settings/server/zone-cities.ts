import type { LocaleCode } from '#shared/i18n/locales.ts'
import texts from './zone-cities.json' with { type: 'json' }

/** Cities of time zones by language, `zone=city;…`; data of the worker's build. Written by scripts/zone-cities.ts. */
export const zoneCities: Partial<Record<LocaleCode, string>> = texts

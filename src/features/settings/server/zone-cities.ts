import type { LocaleCode } from '#shared/i18n/locales.ts'
import texts from './zone-cities.json' with { type: 'json' }

/** Cities of time zones by language, `zone=city;…`; data of the worker's build. Written by scripts/zone-cities.ts. */
export const zoneCities: Partial<Record<LocaleCode, string>> = texts

/** Browsers and runtimes still use the former names of some cities for their zones. */
export const renamedZones: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

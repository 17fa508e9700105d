import type { LocaleCode } from './locales.ts'

type LocaleNames = { country: string; nativeName: string; shortName: string; currency: string }

/** The remaining fields of a locale's entry (spec §3 'Locale entry'): for the language menu, and for prices. */
export const localeNames: Readonly<Record<LocaleCode, LocaleNames>> = {
  en: { country: 'united-kingdom', nativeName: 'English (UK)', shortName: 'EN', currency: 'GBP' },
  'en-us': { country: 'united-states', nativeName: 'English (US)', shortName: 'US', currency: 'USD' },
  uk: { country: 'ukraine', nativeName: 'Українська', shortName: 'UA', currency: 'UAH' },
  pl: { country: 'poland', nativeName: 'Polski', shortName: 'PL', currency: 'PLN' },
  tr: { country: 'turkey', nativeName: 'Türkçe', shortName: 'TR', currency: 'TRY' },
  es: { country: 'spain', nativeName: 'Español', shortName: 'ES', currency: 'EUR' },
  pt: { country: 'portugal', nativeName: 'Português', shortName: 'PT', currency: 'EUR' },
  ro: { country: 'romania', nativeName: 'Română', shortName: 'RO', currency: 'RON' },
  cs: { country: 'czechia', nativeName: 'Čeština', shortName: 'CS', currency: 'CZK' },
  de: { country: 'germany', nativeName: 'Deutsch', shortName: 'DE', currency: 'EUR' },
  fr: { country: 'france', nativeName: 'Français', shortName: 'FR', currency: 'EUR' },
}

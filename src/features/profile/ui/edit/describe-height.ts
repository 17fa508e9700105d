import type { Translator } from '#shared/i18n/translator.ts'

/** Returns centimetres, or feet and inches where the locale uses them. */
export function describeHeight({ t, locale, format }: Translator, cm: number): string {
  if (locale.units !== 'imperial') return t('profile.facts.heightCm', { cm: format.number(cm) })
  const inches = inchesOf(cm)
  return t('profile.facts.heightFeet', { feet: format.number(Math.floor(inches / 12)), inches: format.number(inches % 12) })
}

export const inchesOf = (cm: number) => Math.round(cm / 2.54)

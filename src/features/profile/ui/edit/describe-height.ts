import type { Translator } from '#shared/i18n/translator.ts'

/** Returns centimetres; feet and inches where people use those; in British English both, because people there know either. */
export function describeHeight({ t, locale, format }: Translator, cm: number): string {
  if (locale.units === 'metric') return t('profile.facts.heightCm', { cm: format.number(cm) })
  const inches = inchesOf(cm)
  const values = { feet: format.number(Math.floor(inches / 12)), inches: format.number(inches % 12), cm: format.number(cm) }
  return t(locale.units === 'british' ? 'profile.facts.heightBoth' : 'profile.facts.heightFeet', values)
}

export const inchesOf = (cm: number) => Math.round(cm / 2.54)

import type { LocaleCode } from '#shared/i18n/locales.ts'

/** 'La' and 'L’' are not contracted. */
const contractions: readonly (readonly [apart: RegExp, contracted: string])[] = [
  [/(?<!\p{L})à Le (?=\p{Lu})/gu, 'au '],
  [/(?<!\p{L})À Le (?=\p{Lu})/gu, 'Au '],
  [/(?<!\p{L})à Les (?=\p{Lu})/gu, 'aux '],
  [/(?<!\p{L})À Les (?=\p{Lu})/gu, 'Aux '],
]

/**
 * French contracts a preposition with a town's article: 'à' and 'Le Havre' are 'au Havre'. The preposition is in the message and
 * the article in the name, so only the finished sentence can have the contraction.
 */
export function contractArticle(code: LocaleCode, sentence: string): string {
  if (code !== 'fr') return sentence
  return contractions.reduce((done, [apart, contracted]) => done.replace(apart, contracted), sentence)
}

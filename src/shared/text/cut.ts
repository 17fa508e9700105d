/** Returns the length of a text as forms count it: in code points. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Signs that join the character after them to the one before, in Indian scripts, Burmese and Khmer. */
export const virama = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2]'
const hangul = '[\\u1100-\\u115f\\ua960-\\ua97f]+[\\u1160-\\u11a7\\ud7b0-\\ud7c6]*[\\u11a8-\\u11ff\\ud7cb-\\ud7ff]*'
/**
 * Vowels of Thai and Lao that belong to the consonant before them, and half-width kana marks: Unicode does not class them as
 * marks.
 */
const joined = '\\u0e33\\u0eb3\\uff9e\\uff9f'
const follows = `${virama}\\u200d?\\p{L}|\\u200d\\p{Extended_Pictographic}?|[\\p{M}${joined}\\p{Emoji_Modifier}\\u200c\\u{e0020}-\\u{e007f}]`
/**
 * A character as people see it (a simplified UAX #29): emoji with joiners, tones and tags, flags, characters with marks. A
 * regular expression instead of Intl.Segmenter, because some browsers lack it, and different versions would cut a page
 * differently on both sides.
 */
const characterPattern = `(?:\\r\\n|\\p{Regional_Indicator}{2}|${hangul}|.)(?:${follows})*`

/**
 * Returns the beginning of a text, at most `most` code points, cut between whole characters. Only a first character that is
 * longer is cut between code points.
 */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text
  const limit = unitsOf(text, most)
  if (limit === text.length) return text
  let end = 0
  const characters = new RegExp(characterPattern, 'suy')
  while (characters.test(text) && characters.lastIndex <= limit) end = characters.lastIndex
  return text.slice(0, end || limit).toWellFormed()
}

/** The same with '…' as its last character if something was cut off. */
export function excerptOf(text: string, most: number): string {
  return startOf(text, most) === text ? text : `${startOf(text, most - 1).trimEnd()}…`
}

/** Returns the first character of a name as people see it, where there is room for only one. */
export function initialOf(name: string): string {
  return new RegExp(characterPattern, 'suy').exec(name)?.[0] ?? ''
}

/** Returns how many UTF-16 units the first code points have. */
function unitsOf(text: string, points: number): number {
  let units = 0
  for (let left = points; left > 0 && units < text.length; left -= 1) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}

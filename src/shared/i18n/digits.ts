/** Invisible characters in pasted numbers: joiners, marks of direction, a byte order mark. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Converts the digits of every script to 0 to 9, including full-width ones, and drops invisible characters. */
export function asciiDigits(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(/\p{Nd}/gu, digitOf)
}

/** In Unicode the ten digits of a script are consecutive from zero; some sets follow each other without a gap. */
function digitOf(character: string): string {
  const compatible = character.normalize('NFKC')
  if (/^[0-9]$/.test(compatible)) return compatible
  const point = compatible.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}

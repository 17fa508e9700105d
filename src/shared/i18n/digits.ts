/** Invisible characters that pasted numbers carry along: joiners, marks of direction, a byte order mark. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Writes the digits of every script as 0 to 9, full width ones too, and leaves invisible characters out. */
export function asciiDigits(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(/\p{Nd}/gu, digitOf)
}

/** Unicode keeps the ten digits of a script together, from zero on; some sets follow each other without a gap. */
function digitOf(character: string): string {
  const compatible = character.normalize('NFKC')
  if (/^[0-9]$/.test(compatible)) return compatible
  const point = compatible.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}

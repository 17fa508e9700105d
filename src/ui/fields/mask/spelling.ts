import { asciiDigits } from '#shared/i18n/digits.ts'

/** Other formats in which people type a masked value, for example with the year first. */
export type Spelling = {
  /**
   * Returns the text with another mask if it can only have another format and is still incomplete; otherwise null. `separates`:
   * the typed separator was already inserted by the mask, so that the digits before it are not a year.
   */
  reshape: (typed: string, separates: boolean) => Shaped | null
  /** Returns a complete text of any format in the format of the field's mask; null for others. */
  read: (typed: string) => string | null
}

/** A text, and the mask in which it is shown; null shows words as typed. */
type Shaped = { mask: string | null; text: string }

type Typed = {
  /** The field's text, with the cursor at its end. */
  text: string
  mask: string
  spelling?: Spelling | undefined
  /** Several characters arrived at once: pasted, or filled in by the browser. */
  isWhole?: boolean
  separates?: boolean
}

const separators = /[^\p{L}\p{N}]+/u
const literals = /[^#]+/

/**
 * Formats typed text for a mask, which knows positions but no meanings. A separator ends its part: `3/2/1990` becomes
 * `03/02/1990`. Text in another format gets that format's mask until it is complete, and is then converted to the field's own.
 */
export function spell({ text, mask, spelling, isWhole = false, separates = false }: Typed): Shaped {
  const typed = asciiDigits(text).trimStart()
  const whole = isWhole ? spelling?.read(typed) : null
  if (whole) return { mask, text: whole }
  const other = spelling?.reshape(typed, separates)
  if (!other) return { mask, text: closeParts(typed, mask) }
  if (other.mask === null) return other
  const shaped = { mask: other.mask, text: closeParts(other.text, other.mask) }
  const turned = shaped.text.length < other.mask.length ? null : spelling?.read(shaped.text)
  return turned ? { mask, text: turned } : shaped
}

/** Whether the separator after the first part was typed: the mask inserts its own only after the text was read. */
export function hasTypedSeparator(text: string): boolean {
  return /^\p{Nd}{1,2}[^\p{L}\p{N}]+$/u.test(text)
}

/** Puts a zero before the single digit of a part that needs two, once a separator follows. */
function closeParts(typed: string, mask: string): string {
  const lengths = mask.split(literals).map((part) => part.length)
  const parts = typed.split(separators)
  if (lengths.length < 2 || parts.length < 2) return typed
  const [literal = ''] = literals.exec(mask) ?? []
  const isOpen = (index: number) => index === parts.length - 1
  return parts
    .map((part, index) => (lengths[index] === 2 && !isOpen(index) && /^[1-9]$/.test(part) ? `0${part}` : part))
    .join(literal)
}

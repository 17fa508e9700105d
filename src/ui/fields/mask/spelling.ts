import { asciiDigits } from '#shared/i18n/digits.ts'

/** How else people type what a mask takes, for example the year first. */
export type Spelling = {
  /**
   * Returns another mask for a text that can only be of another shape, with that text, as long as it is not whole; else null.
   * `separates`: a separator was typed that the mask had set already, so that nothing before it is a year.
   */
  reshape: (typed: string, separates: boolean) => Shaped | null
  /** Returns a whole text of whatever shape as the field's own mask writes it; null for others. */
  read: (typed: string) => string | null
}

/** A text, and the mask that it is shown in; null shows words as they were typed. */
type Shaped = { mask: string | null; text: string }

type Typed = {
  /** What stands in the field, with the cursor at its end. */
  text: string
  mask: string
  spelling?: Spelling | undefined
  /** More than a character came at once: it was pasted, or filled in by the browser. */
  isWhole?: boolean
  separates?: boolean
}

const separators = /[^\p{L}\p{N}]+/u
const literals = /[^#]+/

/**
 * Spells typed text as a mask takes it, which knows places and no meaning. A separator closes its part: `3/2/1990` is
 * `03/02/1990`. Text of another shape has that shape's mask until it is whole, and is then turned into the field's own.
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

/** Whether the first part's separator was typed: the mask sets its own only after the text was read. */
export function hasTypedSeparator(text: string): boolean {
  return /^\p{Nd}{1,2}[^\p{L}\p{N}]+$/u.test(text)
}

/** Puts a zero before the single digit of a part that ought to have two, once a separator follows. */
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

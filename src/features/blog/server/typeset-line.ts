import type { Inline } from '#features/blog/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { typesetText } from '#shared/i18n/typeset.ts'

/** Spaces and joiners that typesetting inserts: instead of a space, or between two characters. */
const isSet = (character: string) => ['\u00a0', '\u202f', '\u2060'].includes(character)

/**
 * Typesets a line as one text, across the borders of its emphasis and links, so that a short word also stays with a bold one
 * after it.
 */
export function typesetLine(line: readonly Inline[], locale: LocaleCode): Inline[] {
  const typeset = [...typesetText(locale, textsOf(line).join(''))].values()
  let next = typeset.next()
  /** Takes the part of the typeset text that corresponds to a piece of the written one. */
  const take = (written: string): string => {
    let taken = ''
    for (const character of written) {
      while (!next.done && next.value !== character && isSet(next.value) && !/\s/.test(character)) {
        taken += next.value
        next = typeset.next()
      }
      if (next.done) break
      taken += next.value
      next = typeset.next()
    }
    return taken
  }
  return mapTexts(line, take)
}

function textsOf(line: readonly Inline[]): string[] {
  return line.flatMap((part) => {
    if (typeof part === 'string') return part
    return part.kind === 'code' || part.kind === 'break' ? [] : textsOf(part.children)
  })
}

function mapTexts(line: readonly Inline[], change: (text: string) => string): Inline[] {
  return line.map((part) => {
    if (typeof part === 'string') return change(part)
    return part.kind === 'code' || part.kind === 'break' ? part : { ...part, children: mapTexts(part.children, change) }
  })
}

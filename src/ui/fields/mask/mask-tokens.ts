import { asciiDigits } from '#shared/i18n/digits.ts'

/** Characters that a position of a mask accepts (spec §5). After `!`, the next character is literal. */
export const maskTokens = {
  '#': { accepts: /[0-9]/, charCase: 'kept' },
  X: { accepts: /[\p{L}0-9]/u, charCase: 'kept' },
  S: { accepts: /\p{L}/u, charCase: 'kept' },
  A: { accepts: /\p{L}/u, charCase: 'upper' },
  a: { accepts: /\p{L}/u, charCase: 'lower' },
} as const

type MaskToken = keyof typeof maskTokens

export type MaskPattern = {
  mask: string
  definitions: Record<MaskToken, { mask: RegExp; prepareChar: (character: string) => string }>
}

const isToken = (character: string): character is MaskToken => Object.hasOwn(maskTokens, character)

const inCase = {
  kept: (character: string) => character,
  upper: (character: string) => character.toLocaleUpperCase(),
  lower: (character: string) => character.toLocaleLowerCase(),
}

/** The positions of a mask: tokens and literal characters. */
function* positionsOf(mask: string): Generator<{ token: MaskToken } | { literal: string }> {
  let escaped = false
  for (const character of mask) {
    if (!escaped && character === '!') {
      escaped = true
      continue
    }
    yield !escaped && isToken(character) ? { token: character } : { literal: character }
    escaped = false
  }
}

/** imask's own token for any character, repeated to the length of the longest date in words. */
const anything = '*'.repeat(40)

/**
 * Turns a mask such as `##/##/####` or `!#AA-####` into imask's pattern options; null takes any short text. Everything except
 * tokens is escaped, because imask gives some literals (`0`, `*`, brackets) a meaning of their own.
 */
export function toMaskPattern(mask: string | null): MaskPattern {
  const definition = (token: MaskToken) => ({
    mask: maskTokens[token].accepts,
    prepareChar: inCase[maskTokens[token].charCase],
  })
  return {
    mask:
      mask === null ? anything : Array.from(positionsOf(mask), (at) => ('token' in at ? at.token : `\\${at.literal}`)).join(''),
    definitions: {
      '#': { ...definition('#'), prepareChar: asciiDigits },
      X: definition('X'),
      S: definition('S'),
      A: definition('A'),
      a: definition('a'),
    },
  }
}

/** The `pattern` of an input with a complete mask: half-filled input is invalid. */
export function toInputPattern(mask: string): string {
  const literal = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  return Array.from(positionsOf(mask), (at) => ('token' in at ? maskTokens[at.token].accepts.source : literal(at.literal))).join(
    '',
  )
}

/** What a position of a mask takes (spec §5). `!` makes the next character a literal one. */
export const maskTokens = {
  '#': { accepts: /[0-9]/, letterCase: 'kept' },
  X: { accepts: /[\p{L}0-9]/u, letterCase: 'kept' },
  S: { accepts: /\p{L}/u, letterCase: 'kept' },
  A: { accepts: /\p{L}/u, letterCase: 'upper' },
  a: { accepts: /\p{L}/u, letterCase: 'lower' },
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

/**
 * Turns a mask such as `##/##/####` or `!#AA-####` into imask's pattern options.
 * Everything that is no token is escaped, because imask gives some literals (`0`, `*`, brackets) a meaning of their own.
 */
export function toMaskPattern(mask: string): MaskPattern {
  let pattern = ''
  let escaped = false
  for (const character of mask) {
    if (!escaped && character === '!') {
      escaped = true
      continue
    }
    pattern += !escaped && isToken(character) ? character : `\\${character}`
    escaped = false
  }
  const definition = (token: MaskToken) => ({
    mask: maskTokens[token].accepts,
    prepareChar: inCase[maskTokens[token].letterCase],
  })
  return {
    mask: pattern,
    definitions: { '#': definition('#'), X: definition('X'), S: definition('S'), A: definition('A'), a: definition('a') },
  }
}

import { wordsOf } from './words.ts'

/**
 * A word to search for. Each alternative is a sequence of adjacent tokens. `isBeginning`: the last token is a prefix, because the
 * word may not be typed to its end.
 */
export type SoughtWord = { alternatives: string[][]; isBeginning: boolean }

/** Returns the words of a typed text, the last one as a prefix; those without an alphabetic character or a digit are omitted. */
export function soughtWords(text: string): SoughtWord[] {
  const sought = text.split(' ').flatMap((typed) => {
    const words = wordsOf(typed)
    const tokens = words.flatMap((word) => word.tokens.map((token) => token.text))
    const forms = words.length === 1 ? (words[0]?.forms ?? []) : []
    return tokens.length === 0 ? [] : [[tokens, ...forms.map((form) => [form])]]
  })
  return sought.map((alternatives, index) => ({ alternatives, isBeginning: index === sought.length - 1 }))
}

/**
 * Returns the FTS5 expression for all of these words; null for none. Tokens contain neither quotes nor operators, but are quoted
 * anyway: `OR` is a word, too.
 */
export function matchExpression(sought: readonly SoughtWord[]): string | null {
  const one = (phrase: readonly string[], isBeginning: boolean) => `"${phrase.join(' ')}"${isBeginning ? '*' : ''}`
  const expressions = sought.map(({ alternatives, isBeginning }) => {
    const all = alternatives.map((phrase) => one(phrase, isBeginning))
    return all.length === 1 ? all[0] : `(${all.join(' OR ')})`
  })
  return expressions.length === 0 ? null : expressions.join(' AND ')
}

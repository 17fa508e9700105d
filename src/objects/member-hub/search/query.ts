import { wordsOf } from './words.ts'

/**
 * A word that is searched for. Each alternative is a row of tokens that follow each other. `isBeginning`: the last of them may go on,
 * because the word may not be typed to its end.
 */
export type SoughtWord = { alternatives: string[][]; isBeginning: boolean }

/** Returns the words of a typed text, the last one as a beginning; those without an alphabetic character or a digit are left out. */
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
 * Returns the FTS5 expression for all of these words; null for none. Tokens have neither quotes nor operators, and are quoted all the
 * same: `OR` is a word, too.
 */
export function matchExpression(sought: readonly SoughtWord[]): string | null {
  const one = (phrase: readonly string[], isBeginning: boolean) => `"${phrase.join(' ')}"${isBeginning ? '*' : ''}`
  const expressions = sought.map(({ alternatives, isBeginning }) => {
    const all = alternatives.map((phrase) => one(phrase, isBeginning))
    return all.length === 1 ? all[0] : `(${all.join(' OR ')})`
  })
  return expressions.length === 0 ? null : expressions.join(' AND ')
}

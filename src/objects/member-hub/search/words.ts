import { fold, foldSimple, foldUmlauts } from '#shared/text/fold.ts'
import { isUnspaced, partPattern, piecePattern, wordPattern } from './word-patterns.ts'

/** A token of a text in its search form, with its position in the text, in UTF-16 units. */
export type Token = { text: string; start: number; end: number }
/**
 * A word of a text. `tokens`: its pieces in their order. `forms`: other ways to write the whole word, which find it as well: without
 * its apostrophes and hyphens, and with ae for ä.
 */
export type Word = { tokens: Token[]; forms: string[] }

/** Longer forms are not words that anyone types. */
const longestForm = 64

/** Returns the words of a text; those without an alphabetic character or a digit are omitted. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: written, index } of text.matchAll(wordPattern)) {
    const word = readWord(written, index)
    if (word.tokens.length > 0) words.push(word)
  }
  return words
}

function readWord(written: string, start: number): Word {
  const simple = foldSimple(written)
  if (simple !== null) return { tokens: [{ text: simple, start, end: start + written.length }], forms: [] }
  const parts = [...written.matchAll(partPattern)]
  const tokens = parts.flatMap(({ 0: part, index }) => readPart(part, start + index))
  // Consecutive characters are found across a joint without a form.
  if (isUnspaced(written)) return { tokens, forms: [] }
  const whole = parts.map(([part]) => part).join('')
  const joined = parts.length > 1 ? [fold(whole), ...parts.map(([part]) => foldUmlauts(part))] : []
  const forms = [...joined, foldUmlauts(whole)].filter((form) => form !== null)
  const known = new Set(tokens.map(({ text }) => text))
  return { tokens, forms: [...new Set(forms)].filter((form) => isForm(form) && !known.has(form)) }
}

const isForm = (form: string) => form !== '' && form.length <= longestForm && !form.includes(' ')

function readPart(part: string, start: number): Token[] {
  if (!isUnspaced(part)) return readPiece(part, start)
  return [...part.matchAll(piecePattern)].flatMap(({ 0: piece, index }) => readPiece(piece, start + index))
}

/** A few characters stand for several words, ﷺ, or for several tokens: ໜ, ゟ. */
function readPiece(text: string, start: number): Token[] {
  return fold(text)
    .split(' ')
    .flatMap((folded) => (isUnspaced(folded) ? [...folded.matchAll(piecePattern)].map(([piece]) => piece) : [folded]))
    .filter((folded) => /[\p{L}\p{N}]/u.test(folded))
    .map((folded) => ({ text: folded, start, end: start + text.length }))
}

/** Returns a text in the form for the index: all tokens in order, then the forms, separated by spaces. */
export function indexedText(text: string): string {
  const words = wordsOf(text)
  const forms = words.flatMap((word) => word.forms)
  return [...words.flatMap(({ tokens }) => tokens.map((token) => token.text)), ...forms].join(' ')
}

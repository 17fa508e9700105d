import { fold, foldHamzas, foldSimple, foldUmlauts } from '#shared/text/fold.ts'
import { isUnspaced, partPattern, piecePattern, wordPattern } from './word-patterns.ts'

/** A token of a text in its search form, with its position in the text, in UTF-16 units. */
export type Token = { text: string; start: number; end: number }
/**
 * A word of a text. `tokens`: its pieces in their order. `forms`: other ways to write the whole word, which find it as well: without
 * its apostrophes and hyphens, with ae for ä, and with another carrier of a hamza.
 */
export type Word = { tokens: Token[]; forms: string[] }

/** The ke and the character in place of the small ke, in counters and names of places: 3ケ月, 3箇月, 関ケ原. */
const ofCounters =
  /(?<=[\p{Nd}\p{Script=Han}])[ケｹ](?=\p{Script=Han})|(?<=[\p{Nd}一二三四五六七八九十百千数何幾])箇(?=[月所国年条])/gu

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
  const parts = [...written.replace(ofCounters, 'ヶ').matchAll(partPattern)]
  const tokens = parts.flatMap(({ 0: part, index }) => readPart(part, start + index))
  // Consecutive characters are found across a joint without a form.
  if (isUnspaced(written)) return { tokens, forms: [] }
  const whole = parts.map(([part]) => part).join('')
  const joined = parts.length > 1 ? [fold(whole), ...parts.flatMap(([part]) => otherSpellings(part))] : []
  const forms = [...joined, ...otherSpellings(whole)].filter((form) => form !== null)
  const known = new Set(tokens.map(({ text }) => text))
  return { tokens, forms: [...new Set(forms)].filter((form) => isForm(form) && !known.has(form)) }
}

const otherSpellings = (part: string) => [foldUmlauts(part), foldHamzas(part)]

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

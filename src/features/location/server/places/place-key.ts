import { fold, foldUmlauts } from '#shared/text/fold.ts'

/** They are typed in many forms, or not at all: Kam’ianets, L’Hospitalet. */
const apostrophes = /['’‘ʼʹʻ`´]/g
const gaps = /[^\p{L}\p{M}\p{N}]+/u

const wordsOf = (name: string) => name.replace(apostrophes, '').split(gaps).filter(Boolean)

/** Returns the form in which names of places and what people type are compared: folded words with one space between them. */
export const placeKey = (name: string): string => wordsOf(name).map(fold).join(' ')

/** Returns the key of the spelling without umlauts, muenchen; null for a name without one. */
export function umlautKey(name: string): string | null {
  const words = wordsOf(name).map((word) => ({ word, spelled: foldUmlauts(word) }))
  return words.some(({ spelled }) => spelled !== null) ? words.map(({ word, spelled }) => spelled ?? fold(word)).join(' ') : null
}

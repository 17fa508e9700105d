/** Cyrillic, Greek and Armenian characters that look like Latin ones, in lower case. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a', в: 'b', е: 'e', і: 'i', ј: 'j', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's',
  ԁ: 'd', ԝ: 'w', ո: 'n', α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ϲ: 'c',
} // prettier-ignore

const latin = /\p{Script=Latin}/u
const similarScripts = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/** Returns whether a word mixes Latin characters with those of an alphabet that looks similar. */
export const isMixed = (word: string): boolean => latin.test(word) && similarScripts.test(word)

/** Returns a text in lower case with Latin characters in place of those that look like them. */
export const toLatin = (text: string): string => [...text].map((character) => lookalikes[character] ?? character).join('')

/** The alphabets of languages whose keyboards people switch to and from, with their characters by the Latin ones. */
const alphabets = [/\p{Script=Cyrillic}/gu, /\p{Script=Greek}/gu].map((own) => ({
  own,
  others: new Map(Object.entries(lookalikes).flatMap(([other, like]) => (other.match(own) ? [[like, other] as const] : []))),
}))

const allLatin = /\p{Script=Latin}/gu

/**
 * Returns a decomposed word in the alphabet of most of its characters, if all the others look like some of it: кiт with the i of
 * another keyboard. Null for a word that is not mixed, or that mixes on purpose.
 */
export function toOneAlphabet(word: string): string | null {
  if (!isMixed(word)) return null
  const lower = word.toLowerCase()
  const latins = lower.match(allLatin)?.length ?? 0
  for (const { own, others } of alphabets) {
    const owns = lower.match(own)?.length ?? 0
    if (owns === 0) continue
    const inOwn = lower.replace(allLatin, (character) => others.get(character) ?? character)
    const spellings = owns >= latins ? [inOwn, toLatin(lower)] : [toLatin(lower), inOwn]
    return spellings.find((spelling) => !isMixed(spelling)) ?? null
  }
  return null
}

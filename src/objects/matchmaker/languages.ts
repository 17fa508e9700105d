/** Sum of the ranks that two give a language, the best one of either being 0; Infinity without a common language. */
export function sumOfRanks<Language extends string | number>(own: readonly Language[], others: readonly Language[]): number {
  let least = Infinity
  for (let rank = 0; rank < own.length; rank++) {
    for (let other = 0; other < others.length && rank + other < least; other++) {
      if (own[rank] === others[other]) least = rank + other
    }
  }
  return least
}

/** Languages in which a candidate would talk, the best one first; no language twice. */
type Speaker = { readonly languages: readonly string[] }

/**
 * The common language with the least sum of ranks, or null. Among equal sums the choice of `one`, who has waited longer, counts.
 */
export function bestCommonLanguage({ languages: own }: Speaker, { languages: others }: Speaker): string | null {
  const least = sumOfRanks(own, others)
  return own.find((language, rank) => others.indexOf(language) === least - rank) ?? null
}

/** Bit operations use 32 bits, of which one is the sign. */
const bits = 31

/**
 * The languages of each candidate of a round, as numbers, and as a mask. Two masks without a common bit mean that the two share no
 * language. From the 32nd language on, languages share bits: then a common bit proves nothing (`sumOfRanks`).
 */
export function numberLanguages(queue: readonly Speaker[]): {
  masks: readonly number[]
  numbers: readonly (readonly number[])[]
} {
  const known = new Map<string, number>()
  const numberOf = (language: string) => {
    const number = known.get(language) ?? known.size
    known.set(language, number)
    return number
  }
  const numbers = queue.map(({ languages }) => languages.map(numberOf))
  return { numbers, masks: numbers.map((own) => own.reduce((mask, number) => mask | (1 << (number % bits)), 0)) }
}

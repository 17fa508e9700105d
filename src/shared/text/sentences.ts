/** Code points below which words are no sentence of their own, such as the 'z.' of 'z. B.'. */
const shortest = 12
const sentenceEnd = /(?<=[.!?…։。！？][\p{Pe}\p{Pf}"'“]*)\s+/u
/** An abbreviation, or a short word at the end of a sentence; the next character decides. */
const shortWord = /(?<!\p{L})\p{L}{1,3}\.$/u

/**
 * Splits a text about oneself into the sentences that a like can be tied to, in order and without the space between them. The rule is our
 * own: another version of Unicode's would find other sentences, and every tie to one of those would look removed.
 */
export function sentencesOf(text: string): string[] {
  return text.split(/\s*\n\s*/).flatMap((line) => {
    const sentences: string[] = []
    for (const part of line.trim().split(sentenceEnd)) {
      const last = sentences.at(-1)
      if (last !== undefined && belongTogether(last, part)) sentences[sentences.length - 1] = `${last} ${part}`
      else if (part !== '') sentences.push(part)
    }
    return sentences
  })
}

function belongTogether(last: string, part: string): boolean {
  if ([last, part].some((words) => [...words].length < shortest)) return true
  return shortWord.test(last) && /^\p{Ll}/u.test(part)
}

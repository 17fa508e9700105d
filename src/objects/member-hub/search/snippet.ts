import { excerptOf } from '#shared/text/cut.ts'
import type { SoughtWord } from './query.ts'
import { wordsOf, type Token, type Word } from './words.ts'
import type { SnippetPart } from '#features/chat/contract.ts'

/** UTF-16 units shown before the first hit, and from there on. */
const before = 50
const from = 130

type Range = { start: number; end: number }

/** Returns an excerpt of the original text around the first hit, with all hits in it. */
export function snippetOf(text: string, sought: readonly SoughtWord[]): SnippetPart[] {
  const words = wordsOf(text)
  const hits = findHits(words, sought)
  const first = hits[0]?.start ?? 0
  const tokens = words.flatMap((word) => word.tokens)
  const start = first <= before ? 0 : (tokens.find((token) => token.start >= first - before)?.start ?? first)
  const end =
    text.length <= first + from ? text.length : (tokens.findLast((token) => token.end <= first + from)?.end ?? hits[0]?.end ?? 0)
  const shown = hits.filter((hit) => hit.start >= start && hit.start < Math.max(end, first + 1))
  const parts: SnippetPart[] = []
  let at = start
  for (const hit of shown) {
    parts.push(
      { text: text.slice(at, hit.start), hit: false },
      { text: excerptOf(text.slice(hit.start, hit.end), from), hit: true },
    )
    at = hit.end
  }
  if (at < end) parts.push({ text: text.slice(at, end), hit: false })
  return [
    { text: start > 0 ? '…' : '', hit: false },
    ...parts,
    { text: Math.max(at, end) < text.length ? '…' : '', hit: false },
  ].reduce<SnippetPart[]>(joinSimple, [])
}

/** Neighbours without a hit are merged; empty ones are dropped. */
function joinSimple(parts: SnippetPart[], part: SnippetPart): SnippetPart[] {
  const last = parts.at(-1)
  if (part.text === '') return parts
  if (last && !last.hit && !part.hit) return [...parts.slice(0, -1), { text: last.text + part.text, hit: false }]
  return [...parts, part]
}

/** Returns the hits in text order, without overlaps. */
function findHits(words: readonly Word[], sought: readonly SoughtWord[]): Range[] {
  const tokens = words.flatMap((word) => word.tokens)
  const ranges = sought.flatMap((word) => [...hitsOfTokens(tokens, word), ...hitsOfForms(words, word)])
  const hits: Range[] = []
  for (const range of ranges.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = hits.at(-1)
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end)
    else hits.push({ ...range })
  }
  return hits
}

const isFound = (text: string | undefined, wanted: string, isBeginning: boolean) =>
  text !== undefined && (isBeginning ? text.startsWith(wanted) : text === wanted)

function hitsOfTokens(tokens: readonly Token[], { alternatives, isBeginning }: SoughtWord): Range[] {
  return alternatives.flatMap((phrase) =>
    tokens.flatMap((token, index) => {
      const isHit = phrase.every((text, at) => isFound(tokens[index + at]?.text, text, isBeginning && at === phrase.length - 1))
      return isHit ? [{ start: token.start, end: tokens[index + phrase.length - 1]?.end ?? token.end }] : []
    }),
  )
}

function hitsOfForms(words: readonly Word[], { alternatives, isBeginning }: SoughtWord): Range[] {
  const wanted = alternatives.flatMap((phrase) => (phrase.length === 1 ? phrase : []))
  return words
    .filter(({ forms }) => forms.some((form) => wanted.some((text) => isFound(form, text, isBeginning))))
    .map(({ tokens }) => ({ start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 }))
}

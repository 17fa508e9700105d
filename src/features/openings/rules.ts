import { lengthOf } from '#shared/text/cut.ts'
import { sentenceSegmenter } from '#shared/intl/formats.ts'
import type { Interest } from '#features/profile/contract.ts'

/** Number of openings that a match offers. */
export const openingCount = 2
/** Code points of one: two lines of a phone, so that each is read as a whole. */
export const openingLength = 110

/** Answers of the two, as far as the other may see them. */
export type Material = {
  shared: readonly Interest[]
  /** Interests of the other that the writer does not share. */
  theirs: readonly Interest[]
  /** Questions that both answered in public. */
  answers: readonly SharedAnswer[]
  /** The other member's text about themselves. */
  about: string
}
export type SharedAnswer = { question: number; mine: number; theirs: number }

/** A first message, with the values for its template. */
export type Opening =
  | { kind: 'shared' | 'alsoShared' | 'curious'; interest: Interest }
  | ({ kind: 'sameAnswer' | 'otherAnswer' } & SharedAnswer)
  | { kind: 'asked' | 'wrote'; sentence: string }

/** Questions light enough for a first message, the best first; children, faith and money are excluded. */
const lightQuestions = [23, 1, 21, 36, 11, 35, 8, 10, 37, 3, 38, 34]

/** Length in code points of a sentence worth quoting. */
const sentenceLimits = { least: 12, most: 120 }

/**
 * Returns possible first messages, the best first, based only on answers of both: an interest, an answer, a sentence of the other's, and
 * then further interests and answers; none without any answers.
 */
export function rankOpenings({ shared, theirs, answers, about }: Material): Opening[] {
  const [interest, ...otherInterests] = shared
  const [answer, ...otherAnswers] = rankAnswers(answers)
  const sentence = findSentence(about)
  const best: (Opening | null)[] = [
    interest ? { kind: 'shared', interest } : null,
    answer ? toAnswerOpening(answer) : null,
    sentence ? { kind: isQuestion(sentence) ? 'asked' : 'wrote', sentence } : null,
  ]
  const spare: Opening[] = [
    ...otherInterests.slice(0, 1).map((other) => ({ kind: 'alsoShared' as const, interest: other })),
    ...otherAnswers.slice(0, 1).map(toAnswerOpening),
    ...theirs.slice(0, 1).map((other) => ({ kind: 'curious' as const, interest: other })),
  ]
  return [...best.filter((opening) => opening !== null), ...spare]
}

/**
 * Returns the first texts that are short enough; without one, the shortest. `parts` of a text are quoted in it: what has quotation marks
 * of its own would be a quotation in a quotation.
 */
export function takeOpenings(said: readonly { text: string; parts: readonly string[] }[]): string[] {
  const readable = said.filter(({ parts }) => !parts.some((part) => quotationMark.test(part))).map(({ text }) => text)
  const short = readable.filter((text) => lengthOf(text) <= openingLength).slice(0, openingCount)
  return short.length > 0 ? short : readable.toSorted((one, other) => lengthOf(one) - lengthOf(other)).slice(0, 1)
}

const quotationMark = /["«»„“”‟‹›]|(?<!\p{L})[‘’]|[‘’](?!\p{L})/u

function toAnswerOpening(answer: SharedAnswer): Opening {
  return { kind: answer.mine === answer.theirs ? 'sameAnswer' : 'otherAnswer', ...answer }
}

/** Returns the answers to light questions, matching ones first. */
function rankAnswers(answers: readonly SharedAnswer[]): SharedAnswer[] {
  const light = lightQuestions.flatMap((question) => answers.find((answer) => answer.question === question) ?? [])
  return light.toSorted((one, other) => Number(other.mine === other.theirs) - Number(one.mine === one.theirs))
}

/**
 * Returns the first question of a text, else its first sentence with a suitable length. Sentences with an address are skipped;
 * null if none is left.
 */
export function findSentence(text: string): string | null {
  const sentences = [...sentenceSegmenter('en').segment(text)]
    .flatMap(({ segment }) => segment.split('\n'))
    .map((sentence) => sentence.trim().replace(/\s+/g, ' '))
    .filter(isQuotable)
  return sentences.find(isQuestion) ?? sentences[0] ?? null
}

/** Question marks of other scripts, before what may follow one: quotation marks, brackets, more marks, emoji. */
const questionMark = /[?؟？⁇⁈⁉﹖︖՞፧⸮꘏᥅\u2cfa\u2cfb][^\p{L}\p{N}]*$/u
/** Greek asks with a semicolon. Unicode has its own sign, which programs replace by the common one. */
const greekQuestionMark = /(?:\u037e|(?<=\p{Script=Greek}\p{M}*[»”"]?);)[^\p{L}\p{N}]*$/u

const isQuestion = (sentence: string): boolean => questionMark.test(sentence) || greekQuestionMark.test(sentence)

function isQuotable(sentence: string): boolean {
  const length = [...sentence].length
  return length >= sentenceLimits.least && length <= sentenceLimits.most && !/@|https?:|www\.|\d{6}/i.test(sentence)
}

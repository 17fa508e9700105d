import { leastShownPercent, minSharedQuestions, type Importance, type QuizAnswer, type Verdict } from './contract.ts'
import { questionCount, questions } from './questions.ts'

/**
 * The digits of packed answers. `profiles.quiz` has three per answered question, in the order of the questions. They are its
 * number, own answer × 16 + the acceptable ones, and position of the importance × 2 + whether it is public. SQL writes the same
 * (server/queries.ts). At most 120 characters contain everything that a comparison needs.
 */
export const packDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const charactersPerAnswer = 3
/**
 * Importances by their position. The fourth, 50, is no longer offered: it is read as 10, because no member called it essential.
 */
const packedImportances: readonly Importance[] = [0, 1, 10, 10, 250]
/** Value of a digit by its character code. */
const valueOf: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const value = packDigits.indexOf(String.fromCharCode(code))
  return value === -1 ? undefined : value
})

export function pack(answers: readonly QuizAnswer[]): string {
  return answers
    .toSorted((one, other) => one.question - other.question)
    .map(({ question, answer, acceptableMask, importance, isPublic }) =>
      [question, answer * 16 + acceptableMask, packedImportances.indexOf(importance) * 2 + Number(isPublic)]
        .map((value) => packDigits.charAt(value))
        .join(''),
    )
    .join('')
}

/** Unpacks the answers by question; skips digits that `pack` cannot have written. */
export function unpack(packed: string): Map<number, QuizAnswer> {
  return new Map(parse(packed).map((answer) => [answer.question, answer]))
}

function parse(packed: string): QuizAnswer[] {
  const answers: QuizAnswer[] = []
  for (let at = 0; at + charactersPerAnswer <= packed.length; at += charactersPerAnswer) {
    const question = valueOf[packed.charCodeAt(at)] ?? 0
    const choice = valueOf[packed.charCodeAt(at + 1)] ?? -1
    const weight = valueOf[packed.charCodeAt(at + 2)] ?? -1
    const importance = packedImportances[weight >> 1]
    if (question < 1 || choice < 0 || weight < 0 || importance === undefined) continue
    answers.push({ question, answer: choice >> 4, acceptableMask: choice & 15, importance, isPublic: weight % 2 === 1 })
  }
  return answers
}

export const answeredCount = (packed: string) => unpack(packed).size

const accepts = (mine: QuizAnswer, theirs: QuizAnswer) => (mine.acceptableMask & (1 << theirs.answer)) !== 0

type Shared = { mine: QuizAnswer; theirs: QuizAnswer }

function sharedAnswers(one: string, other: string): Shared[] {
  const theirs = unpack(other)
  return [...unpack(one).values()].flatMap((mine) => {
    const their = theirs.get(mine.question)
    return their ? [{ mine, theirs: their }] : []
  })
}

/**
 * A member's answers by the number of their question, to be compared with those of many others: the importance × 256, the bit of the
 * own answer × 16 and the acceptable ones. 0: unanswered. Numbers in place of objects, because a round of pairing compares 2,000
 * members with hundreds each.
 */
export type ComparableAnswers = Uint16Array

export function toComparable(packed: string): ComparableAnswers {
  const answers = new Uint16Array(questionCount + 1)
  for (const { question, answer, acceptableMask, importance } of parse(packed))
    answers[question] = (importance << 8) | (1 << (answer + 4)) | acceptableMask
  return answers
}

/**
 * The share of the possible points that the answers earn with one person, 0 to 1. If no shared question matters to that person,
 * the share is 1, because no answer can disappoint them. Counted as 0, indifference would become a mismatch; with 1, only the
 * other person's preferences decide.
 */
function satisfaction(earned: number, possible: number): number {
  return possible === 0 ? 1 : earned / possible
}

/**
 * The compatibility of two members, from their packed answers: √(a·b) − 1/n in whole per cent, never below 0. a and b are each
 * member's share of the possible points, n the number of shared questions (product.md 'quiz'). The same in both directions. Null
 * with fewer than five shared questions.
 */
export function matchPercent(one: string, other: string): number | null {
  return percentBetween(toComparable(one), toComparable(other))
}

/** As `matchPercent`, but 0 to 1 and from unpacked answers. */
export function matchShare(one: ComparableAnswers, other: ComparableAnswers): number | null {
  const percent = percentBetween(one, other)
  return percent === null ? null : percent / 100
}

/** One loop without intermediate lists, because pairing and people nearby call it thousands of times at once. */
function percentBetween(one: ComparableAnswers, other: ComparableAnswers): number | null {
  let shared = 0
  let myEarned = 0
  let myPossible = 0
  let theirEarned = 0
  let theirPossible = 0
  for (let question = 1; question < one.length; question++) {
    const mine = one[question]
    const theirs = other[question]
    if (!mine || !theirs) continue
    const myWeight = mine >> 8
    const theirWeight = theirs >> 8
    shared++
    myPossible += myWeight
    theirPossible += theirWeight
    if (mine & (theirs >> 4) & 15) myEarned += myWeight
    if (theirs & (mine >> 4) & 15) theirEarned += theirWeight
  }
  if (shared < minSharedQuestions) return null
  const content = satisfaction(myEarned, myPossible) * satisfaction(theirEarned, theirPossible)
  return Math.round(100 * Math.max(0, Math.sqrt(content) - 1 / shared))
}

export type MatchReason = { question: number; mine: number; theirs: number; verdict: Verdict }

/**
 * The public questions of both that earned or cost points; those that matter most to the viewer come first. Private answers count
 * in the percentage and appear nowhere. No points are shown, and the order does not use the other's importance, because sums and
 * ranks would reveal private answers.
 */
export function matchReasons(viewer: string, other: string): MatchReason[] {
  return sharedAnswers(viewer, other)
    .filter(({ mine, theirs }) => mine.isPublic && theirs.isPublic && mine.importance + theirs.importance > 0)
    .toSorted((one, another) => another.mine.importance - one.mine.importance)
    .map(({ mine, theirs }) => ({
      question: mine.question,
      mine: mine.answer,
      theirs: theirs.answer,
      verdict: verdictOf({ mine, theirs }),
    }))
}

/** The questions that both made public, with both answers. */
export function sharedPublicAnswers(one: string, other: string): { question: number; mine: number; theirs: number }[] {
  return sharedAnswers(one, other)
    .filter(({ mine, theirs }) => mine.isPublic && theirs.isPublic)
    .map(({ mine, theirs }) => ({ question: mine.question, mine: mine.answer, theirs: theirs.answer }))
}

function verdictOf({ mine, theirs }: Shared): Verdict {
  const isLetDown = mine.importance > 0 && !accepts(mine, theirs)
  const letsDown = theirs.importance > 0 && !accepts(theirs, mine)
  if (isLetDown) return letsDown ? 'both' : 'me'
  return letsDown ? 'them' : 'made'
}

/**
 * The one rule about the percentage that may leave the server: no number on a face, profile or order below `leastShownPercent`.
 */
const shownPercent = (percent: number): number | null => (percent >= leastShownPercent ? percent : null)

let latest: { packed: string; answers: ComparableAnswers } | null = null

/** A list compares one member with hundreds: that member's answers are unpacked once. */
function toLatestComparable(packed: string): ComparableAnswers {
  if (latest?.packed !== packed) latest = { packed, answers: toComparable(packed) }
  return latest.answers
}

/**
 * The compatibility of two members, for a list. `share` (0 to 1) ranks them and stays on the server; `shown` is the percentage if
 * it may be shown. Null with too few shared questions.
 */
export function matchOf(viewer: string, other: string): { share: number; shown: number | null } | null {
  const percent = percentBetween(toLatestComparable(viewer), toComparable(other))
  return percent === null ? null : { share: percent / 100, shown: shownPercent(percent) }
}

/**
 * The viewer's version of a compatibility. From `leastShownPercent` on, it is the number with its reasons. Below, it is only the
 * differences that matter to the viewer. Null with too few shared questions.
 */
export function explainMatch(viewer: string, other: string): { percent: number | null; reasons: MatchReason[] } | null {
  const percent = matchPercent(viewer, other)
  if (percent === null) return null
  const reasons = matchReasons(viewer, other)
  if (shownPercent(percent) !== null) return { percent, reasons }
  return { percent: null, reasons: reasons.filter(({ verdict }) => verdict === 'me' || verdict === 'both') }
}

export const isQuestion = (value: number) => Number.isInteger(value) && value >= 1 && value <= questionCount

/** The number of answers of a question; 0 for a question that does not exist. */
export function answerCount(question: number): number {
  return questions[question - 1]?.answers ?? 0
}

/** The bit set of all answers of a question. */
export function everyAnswer(question: number): number {
  return 2 ** answerCount(question) - 1
}

/** The first unanswered question after `after`, continuing from the first one; null if all are answered. */
export function nextUnanswered(answered: ReadonlySet<number>, after = 0): number | null {
  const inOrder = Array.from({ length: questionCount }, (_, index) => ((after + index) % questionCount) + 1)
  return inOrder.find((question) => question !== after && !answered.has(question)) ?? null
}

/**
 * The question named in the URL (`?q=7`, `?view=answers`), else the one at which the member stopped. Null: the list of answers.
 */
export function questionToShow(params: URLSearchParams, answered: ReadonlySet<number>): number | null {
  const asked = Number(params.get('q') ?? 'none')
  if (isQuestion(asked)) return asked
  return params.get('view') === 'answers' ? null : nextUnanswered(answered)
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importances, type Importance, type QuizAnswer } from './contract.ts'
import {
  answerCount,
  everyAnswer,
  matchOf,
  matchPercent,
  matchReasons,
  matchShare,
  nextUnanswered,
  pack,
  packDigits,
  explainMatch,
  toComparable,
  unpack,
} from './rules.ts'
import { questionCount, questions } from './questions.ts'

/** `[question, own answer, acceptable answers, importance]`, public by default. */
type Short = readonly [
  question: number,
  answer: number,
  acceptable: readonly number[],
  importance: Importance,
  secret?: 'private',
]

const answersOf = (short: readonly Short[]): QuizAnswer[] =>
  short.map(([question, answer, acceptable, importance, secret]) => ({
    question,
    answer,
    acceptableMask: acceptable.reduce((mask, one) => mask | (1 << one), 0),
    importance,
    isPublic: secret === undefined,
  }))
const packed = (...short: readonly Short[]) => pack(answersOf(short))
const any = [0, 1, 2, 3]

const anyAnswer = fc.record({
  question: fc.integer({ min: 1, max: questionCount }),
  answer: fc.integer({ min: 0, max: 3 }),
  acceptableMask: fc.integer({ min: 1, max: 15 }),
  importance: fc.constantFrom(...importances),
  isPublic: fc.boolean(),
})
const anyAnswers = fc.uniqueArray(anyAnswer, { selector: (answer) => answer.question, maxLength: questionCount })
const run = { seed: 20_261_120, numRuns: 500 }

describe('packed answers', () => {
  test('come back as they were packed, three characters each', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const text = pack(answers)
        expect(text).toHaveLength(3 * answers.length)
        expect([...unpack(text).values()]).toEqual(answers.toSorted((a, b) => a.question - b.question))
      }),
      run,
    )
  })

  test('have a digit for every value that a question can have', () => {
    expect(new Set(packDigits).size).toBe(64)
    expect(questionCount).toBeLessThan(64)
    expect(Math.max(...questions.map(({ answers }) => answers))).toBeLessThanOrEqual(4)
  })

  test('that were never packed are skipped, and hide no others', () => {
    expect(unpack('').size).toBe(0)
    expect(unpack('!!!').size).toBe(0)
    // Question 0, an importance that does not exist, a surplus character; and between them question 1.
    expect([...unpack(`AAA${packed([1, 2, [0, 3], 10])}BA_B`).keys()]).toEqual([1])
  })

  test('read 50 points, which are no longer offered, as 10', () => {
    expect([...unpack('BBGCBI').values()].map(({ question, importance }) => [question, importance])).toEqual([
      [1, 10],
      [2, 250],
    ])
  })
})

describe('the match, computed by hand', () => {
  test('of two who accept all of each other on ten questions is 90: √(1 · 1) − 1/10', () => {
    const same = packed(...Array.from({ length: 10 }, (_, index): Short => [index + 1, 1, [1], 10]))
    expect(matchPercent(same, same)).toBe(90)
  })

  test('weighs each side by its own importances', () => {
    const anna = packed([1, 0, [0], 250], [2, 1, [1, 2], 10], [3, 2, [0], 10], [4, 3, [3], 1], [5, 0, any, 0])
    const ben = packed([1, 0, [0, 1], 10], [2, 2, [2], 10], [3, 2, [2], 250], [4, 0, [0], 1], [5, 1, [0], 10])
    // Anna: 250 (his 0) + 10 (his 2) + 0 of 10 (his 2, she wants 0) + 0 of 1 (his 0, she wants 3) + 0 of 0 = 260 of 271.
    // Ben: 10 (her 0) + 0 of 10 (her 1, he wants 2) + 250 (her 2) + 0 of 1 (her 3, he wants 0) + 10 (her 0) = 270 of 281.
    // √(260/271 · 270/281) = √(0.959410 · 0.960854) = √0.921853 = 0.960132; − 1/5 = 0.760132.
    expect(matchPercent(anna, ben)).toBe(76)
    expect(matchPercent(ben, anna)).toBe(76)
  })

  test('is 0 where one side earns nothing: √(0 · 1) − 1/5 is under 0', () => {
    const picky = packed(...[1, 2, 3, 4, 5].map((question): Short => [question, 0, [0], 10]))
    const other = packed(...[1, 2, 3, 4, 5].map((question): Short => [question, 1, any, 10]))
    expect(matchPercent(picky, other)).toBe(0)
  })

  test('takes a side to which nothing matters as content: √(1 · 11/21) − 1/6', () => {
    const easy = packed(...[1, 2, 3, 4, 5, 6].map((question): Short => [question, 0, [3], 0]))
    const other = packed([1, 1, [0], 10], [2, 1, [0], 1], [3, 1, [1], 10], [4, 1, any, 0], [5, 1, any, 0], [6, 1, any, 0])
    // √(11/21) = √0.523810 = 0.723747; − 1/6 = 0.557080.
    expect(matchPercent(easy, other)).toBe(56)
    expect(matchPercent(easy, easy)).toBe(83) // √(1 · 1) − 1/6 = 0.8333
  })

  test('knows only questions that both answered, and needs five of them', () => {
    const one = packed(...[1, 2, 3, 4, 5, 20, 21].map((question): Short => [question, 0, [0], 10]))
    const four = packed(...[1, 2, 3, 4, 30, 31, 32].map((question): Short => [question, 0, [0], 10]))
    const five = packed(...[1, 2, 3, 4, 5, 30].map((question): Short => [question, 0, [0], 10]))
    expect(matchPercent(one, four)).toBeNull()
    expect(matchPercent(one, five)).toBe(80) // √(1 · 1) − 1/5
    expect(matchPercent('', five)).toBeNull()
  })

  test('is 0 to 100 and the same from both sides, whatever was answered', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (one, other) => {
        const percent = matchPercent(pack(one), pack(other))
        expect(percent).toBe(matchPercent(pack(other), pack(one)))
        if (percent !== null) expect(percent >= 0 && percent < 100).toBe(true)
      }),
      run,
    )
  })

  test('is the same share of 1 for answers that were unpacked before', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (one, other) => {
        const [packedOne, packedOther] = [pack(one), pack(other)]
        const share = matchShare(toComparable(packedOne), toComparable(packedOther))
        expect(share).toBe(matchOf(packedOne, packedOther)?.share ?? null)
      }),
      run,
    )
  })
})

describe('the reasons', () => {
  test('say what made points and what let one, the other or both down, by what matters to the viewer', () => {
    const anna = packed([1, 0, [0], 1], [2, 0, [0], 250], [3, 0, [0], 10], [4, 0, [0], 10], [5, 0, [1], 0])
    const ben = packed([1, 0, [0], 10], [2, 1, [0], 10], [3, 0, [1], 10], [4, 1, [1], 250], [5, 0, [1], 0])
    expect(matchReasons(anna, ben)).toEqual([
      { question: 2, mine: 0, theirs: 1, verdict: 'me' },
      { question: 3, mine: 0, theirs: 0, verdict: 'them' },
      { question: 4, mine: 0, theirs: 1, verdict: 'both' },
      { question: 1, mine: 0, theirs: 0, verdict: 'made' },
    ])
  })

  test('never name a question that either keeps private', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (one, other) => {
        const open = (answers: readonly QuizAnswer[]) => new Set(answers.filter((a) => a.isPublic).map((a) => a.question))
        const both = open(one).intersection(open(other))
        for (const { question } of matchReasons(pack(one), pack(other))) expect(both.has(question)).toBe(true)
      }),
      run,
    )
  })

  test('stay the same whatever a private answer says', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, fc.integer({ min: 0, max: 3 }), (one, other, answer) => {
        const changed = other.map((entry) => (entry.isPublic ? entry : { ...entry, answer, importance: 250 as const }))
        expect(matchReasons(pack(one), pack(changed))).toEqual(matchReasons(pack(one), pack(other)))
      }),
      run,
    )
  })
})

describe('the visible part of a match', () => {
  const same = packed(...[1, 2, 3, 4, 5].map((question): Short => [question, 0, [0], 10]))

  test('is the number with all reasons from 50 per cent on', () => {
    // √(1 · 1) − 1/5 = 0.8.
    expect(explainMatch(same, same)).toEqual({ percent: 80, reasons: matchReasons(same, same) })
    // Anna: 10 of 20; Ben earns all. √0.5 − 1/5 = 0.507.
    const anna = packed([1, 0, [0], 10], [2, 0, [0], 10], [3, 0, any, 0], [4, 0, any, 0], [5, 0, any, 0])
    const half = packed([1, 0, [0], 10], [2, 1, any, 0], [3, 0, any, 0], [4, 0, any, 0], [5, 0, any, 0])
    expect(matchPercent(anna, half)).toBe(51)
    expect(explainMatch(anna, half)?.percent).toBe(51)
  })

  test('is below it no number, but the questions where the other lets the viewer down', () => {
    const anna = packed([1, 0, [0], 250], [2, 0, [0], 250], [3, 0, [0], 10], [4, 0, any, 1], [5, 0, any, 0])
    const ben = packed([1, 1, [1], 10], [2, 1, [0], 10], [3, 0, [0], 1], [4, 0, [1], 10], [5, 0, any, 0])
    expect(explainMatch(anna, ben)).toEqual({
      percent: null,
      reasons: [
        { question: 1, mine: 0, theirs: 1, verdict: 'both' },
        { question: 2, mine: 0, theirs: 1, verdict: 'me' },
      ],
    })
  })

  test('is neither where the two made nothing public that the viewer minds', () => {
    const secret = (answers: QuizAnswer[]) => pack(answers.map((answer) => ({ ...answer, isPublic: false })))
    const anna = packed(...[1, 2, 3, 4, 5].map((question): Short => [question, 0, [0], 250]))
    const ben = secret([...unpack(packed(...[1, 2, 3, 4, 5].map((question): Short => [question, 1, [1], 250]))).values()])
    expect(matchPercent(anna, ben)).toBe(0)
    expect(explainMatch(anna, ben)).toEqual({ percent: null, reasons: [] })
  })

  test('is on a list the same number or none, and ranks by all of it', () => {
    const anna = packed(...Array.from({ length: 10 }, (_, at): Short => [at + 1, 0, [0], 10]))
    const keeping = (kept: number) =>
      packed(...Array.from({ length: 10 }, (_, at): Short => [at + 1, at < kept ? 0 : 1, any, 10]))
    // √(4/10) − 1/10 and √(3/10) − 1/10.
    expect(matchOf(anna, keeping(4))).toEqual({ share: 0.53, shown: 53 })
    expect(matchOf(anna, keeping(3))).toEqual({ share: 0.45, shown: null })
    expect(matchOf(anna, '')).toBeNull()
    expect(matchOf('', anna)).toBeNull()
    expect(matchOf(anna, keeping(4)), 'after another viewer').toEqual({ share: 0.53, shown: 53 })
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (one, other) => {
        expect(matchOf(pack(one), pack(other))?.shown ?? null).toBe(explainMatch(pack(one), pack(other))?.percent ?? null)
      }),
      run,
    )
  })

  test('is null with fewer than five shared questions', () => {
    expect(explainMatch(same, packed([1, 0, [0], 10]))).toBeNull()
  })
})

test('the next question is the first unanswered one behind, from the start again at the end', () => {
  expect(nextUnanswered(new Set())).toBe(1)
  expect(nextUnanswered(new Set([1, 2, 4]))).toBe(3)
  expect(nextUnanswered(new Set([1, 2, 4]), 3)).toBe(5)
  expect(nextUnanswered(new Set([40]), 39)).toBe(1)
  const all = new Set(questions.map((_, index) => index + 1))
  expect(nextUnanswered(all, 7)).toBeNull()
  // A skipped question must not be its own successor.
  expect(nextUnanswered(all.difference(new Set([7])), 7)).toBeNull()
})

test('all answers of a question are its whole bit set', () => {
  expect(everyAnswer(1)).toBe(2 ** answerCount(1) - 1)
  expect(answerCount(0)).toBe(0)
  expect(answerCount(questionCount + 1)).toBe(0)
})

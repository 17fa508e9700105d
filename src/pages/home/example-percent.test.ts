import { expect, test } from 'vitest'
import { agreedCount, answerName, answersOf, importanceName, openQuestions, startChoices } from '#features/home/example.ts'
import { questions } from '#features/quiz/questions.ts'
import { examplePercent } from './example-percent.ts'

const withChoices = (choices: Record<string, number>) => examplePercent({ ...startChoices, ...choices })

test('the example begins with the percentage that the page asks about', () => {
  expect(examplePercent(startChoices)).toBe(83)
})

test('both have answered the same ten questions, and the visitor may change three of them', () => {
  const asked = (side: 'you' | 'other') => answersOf(side, startChoices).map(({ question }) => question)
  expect(new Set(asked('you')).size).toBe(10)
  expect(asked('other')).toEqual(asked('you'))
  expect(agreedCount).toBe(7)
  expect(agreedCount + openQuestions.length).toBe(10)
})

test('the two agree on the seven that cannot be changed', () => {
  const fixed = (side: 'you' | 'other') =>
    answersOf(side, startChoices).filter(({ question }) => !openQuestions.some((open) => open === question))
  expect(fixed('you').map(({ question, answer }) => [question, answer])).toEqual(
    fixed('other').map(({ question, answer }) => [question, answer]),
  )
})

test('every answer is one that the quiz offers, and the page shows three for each open question', () => {
  for (const { question, answer } of answersOf('you', startChoices))
    expect(answer).toBeLessThan(questions[question - 1]?.answers ?? 0)
  expect(openQuestions.map((question) => questions[question - 1]?.answers)).toEqual([3, 3, 3])
})

test('every field of the page has a value to begin with', () => {
  const names = openQuestions.flatMap((question) =>
    (['you', 'other'] as const).flatMap((side) => [answerName(side, question), importanceName(side, question)]),
  )
  expect(Object.keys(startChoices).toSorted()).toEqual(names.toSorted())
})

test('agreeing on all ten is a tenth short of a hundred, and one essential question can cost most of it', () => {
  expect(withChoices({ 'you-10': 0 })).toBe(90)
  expect(withChoices({ 'you-10-matters': 0 })).toBeGreaterThan(83)
  expect(withChoices({ 'you-20': 1 })).toBeLessThan(50)
})

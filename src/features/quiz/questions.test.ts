import { expect, test } from 'vitest'
import texts from '#locales/en/quiz-questions.json' with { type: 'json' }
import { questionCount, questions, topics } from './questions.ts'

test('there are forty questions, about each topic at least four', () => {
  expect(questionCount).toBe(40)
  for (const topic of topics)
    expect(questions.filter((question) => question.topic === topic).length, topic).toBeGreaterThanOrEqual(4)
})

test('the first eight questions touch every topic', () => {
  expect(new Set(questions.slice(0, topics.length).map((question) => question.topic))).toEqual(new Set(topics))
})

test('every topic, question and answer has a text, and no text is left over', () => {
  const { topics: names, ...asked } = texts
  expect(Object.keys(names).toSorted()).toEqual(topics.toSorted())
  const expected = questions.map(({ answers }, index) => [
    `q${index + 1}`,
    ['ask', ...Array.from({ length: answers }, (_, answer) => `a${answer + 1}`)],
  ])
  expect(Object.entries(asked).map(([name, question]) => [name, Object.keys(question)])).toEqual(expected)
})

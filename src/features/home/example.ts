import { importances, type QuizAnswer } from '#features/quiz/contract.ts'

/** The two people of the example: the visitor, and an invented person. */
export const sides = ['you', 'other'] as const
export type Side = (typeof sides)[number]

/** Questions of the quiz whose answers a visitor can change. */
export const openQuestions = [10, 20, 16] as const
export type OpenQuestion = (typeof openQuestions)[number]

/** Questions that both have answered alike: how much each matters to either. */
const agreed = [
  { question: 1, answer: 1, you: 10, other: 10 },
  { question: 3, answer: 1, you: 10, other: 10 },
  { question: 5, answer: 3, you: 10, other: 10 },
  { question: 7, answer: 1, you: 10, other: 10 },
  { question: 13, answer: 2, you: 10, other: 10 },
  { question: 21, answer: 3, you: 10, other: 10 },
  { question: 29, answer: 0, you: 10, other: 10 },
] as const
export const agreedCount = agreed.length

/** Names of the fields: a person's answer, and how much it matters to them. */
export const answerName = (side: Side, question: number) => `${side}-${question}`
export const importanceName = (side: Side, question: number) => `${side}-${question}-matters`

/** The values of these fields. */
export type Choices = Readonly<Record<string, number>>

export const startChoices: Choices = {
  'you-10': 2,
  'you-10-matters': 10,
  'other-10': 0,
  'other-10-matters': 10,
  'you-20': 0,
  'you-20-matters': 10,
  'other-20': 0,
  'other-20-matters': 250,
  'you-16': 1,
  'you-16-matters': 10,
  'other-16': 1,
  'other-16-matters': 1,
}

/** One person's answers to all ten questions. In the example, each accepts only their own answer. */
export function answersOf(side: Side, choices: Choices): QuizAnswer[] {
  const chosen = openQuestions.map((question) => ({
    question,
    answer: choices[answerName(side, question)] ?? 0,
    importance: choices[importanceName(side, question)] ?? 0,
  }))
  const fixed = agreed.map((each) => ({ question: each.question, answer: each.answer, importance: each[side] }))
  return [...fixed, ...chosen].map(({ question, answer, importance }) => ({
    question,
    answer,
    acceptableMask: 1 << answer,
    importance: importances.find((known) => known === importance) ?? 0,
    isPublic: true,
  }))
}

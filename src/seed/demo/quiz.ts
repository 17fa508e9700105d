import type { Importance, QuizAnswer } from '#features/quiz/contract.ts'
import { questions } from '#features/quiz/questions.ts'
import type { DemoMember } from './member.ts'
import { createRandom, type Random } from './random.ts'

/** People of one taste give similar answers, so that the demo has good matches and poor ones. */
const crowdTastes = ['hearth', 'road', 'stage'] as const

/** Frequent ones appear more than once. */
const weightedImportances: readonly Importance[] = [0, 1, 10, 10, 10, 10, 250, 250]

/** Anna and Ben give similar answers and have nearly finished the questions. */
const alike = { taste: 'thread', closeness: 0.86, untilQuestion: questions.length } as const
const likeMinded: ReadonlySet<string> = new Set(['anna@demo.test', 'ben@demo.test'])

/** A member's answers, always the same: none for some members, all questions for very few. */
export function quizAnswersOf({ email, state }: Pick<DemoMember, 'email' | 'state'>): QuizAnswer[] {
  if (state === 'incomplete' || state === 'deleted') return []
  const random = createRandom(`quiz:${email}`)
  const { taste, closeness, untilQuestion } = likeMinded.has(email)
    ? alike
    : {
        taste: random.pick(crowdTastes),
        closeness: 0.55,
        untilQuestion: random.chance(0.15) ? 0 : random.int(6, questions.length),
      }
  return questions.slice(0, untilQuestion).flatMap(({ answers }, index) => {
    const answer = answerTo(index + 1, answers, { taste, closeness }, random)
    return random.chance(0.88) ? [answer] : []
  })
}

type Taste = { taste: string; closeness: number }

function answerTo(question: number, answers: number, { taste, closeness }: Taste, random: Random): QuizAnswer {
  const usual = createRandom(`taste:${taste}:${question}`).int(0, answers - 1)
  const answer = random.chance(closeness) ? usual : random.int(0, answers - 1)
  const others = Array.from({ length: answers }, (_, other) => (random.chance(0.2) ? 1 << other : 0))
  return {
    question,
    answer,
    acceptableMask: others.reduce((mask, bit) => mask | bit, (1 << usual) | (random.chance(0.8) ? 1 << answer : 0)),
    importance: random.pick(weightedImportances),
    isPublic: random.chance(0.6),
  }
}

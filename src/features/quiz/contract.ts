import { action } from '#shared/routing/action.ts'
import type { MessageKey } from '#shared/i18n/messages.ts'
import type { Topic } from './questions.ts'

/** How much the other person's answer matters, as the points that it can earn (product.md 'quiz'). */
export const importances = [0, 1, 10, 250] as const
export type Importance = (typeof importances)[number]
/** The three that a question offers at first; when an answer is changed, all are offered. */
export const importanceSteps = [1, 10, 250] as const satisfies readonly Importance[]

/** With fewer questions answered by both, there is no compatibility. */
export const minSharedQuestions = 5

/**
 * Maximum number of answers that a member may change or take back within a day; first answers are not limited. Unlimited changes
 * would reveal others' private answers by their effect on the compatibility.
 */
export const changesPerDay = 40

/** One answered question. Answers are numbered from 0, questions from 1. */
export type QuizAnswer = {
  question: number
  answer: number
  /** Bit set of the answers that the member accepts from others. */
  acceptableMask: number
  importance: Importance
  /** True: the reasons for a compatibility may show it to others who made their answer public. */
  isPublic: boolean
}

/** `next`: the next question; null if all are answered. */
export type SavedAnswer = { answered: number; next: number | null }

export const quizActions = {
  save: action<SavedAnswer>('/api/quiz', 'quiz-save'),
  remove: action<{ answered: number }>('/api/quiz/remove', 'quiz-remove'),
}

export type QuizProps = {
  /** The member's own answers, by question. */
  answers: QuizAnswer[]
  /** The question on screen; null: the list of answers. */
  question: number | null
  /** Whether the latest answer was public: the default for the next one. */
  lastIsPublic: boolean
  /** Opened from the list of answers, to which a save returns. */
  isEdit: boolean
}

/** How a question counted for a pair: each accepts the other's answer, one of them does not, or neither does. */
export type Verdict = 'made' | 'me' | 'them' | 'both'

/** A question that counted for both and that both made public, in the viewer's language. */
export type ReasonView = { question: number; ask: string; mine: string; theirs: string; verdict: Verdict }

/** Below this percentage no number is shown, because it would not help people to get to know each other. */
export const leastShownPercent = 50

/**
 * The compatibility of two members by the quiz, with the reasons that may be shown; null: too few answers yet. Without a
 * percentage, the reasons are only questions in which the viewer does not accept the other's answer; there may be none.
 */
export type CompatibilityView = { percent: number | null; reasons: ReasonView[] } | null

/** The message key of a question's text. A test checks that every question has one. */
export const askKey = (question: number) => `quiz-questions.q${question}.ask` as MessageKey
/** The message key of an answer; answers are numbered from 0 here and from 1 in the messages. */
export const answerKey = (question: number, answer: number) => `quiz-questions.q${question}.a${answer + 1}` as MessageKey
export const topicKey = (topic: Topic): MessageKey => `quiz-questions.topics.${topic}`

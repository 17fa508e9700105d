import { action } from '#shared/routing/action.ts'
import type { MessageKey } from '#shared/i18n/messages.ts'
import type { Topic } from './questions.ts'

/** How much the other person's answer matters, as the points that it can earn (product.md 'quiz'). */
export const importances = [0, 1, 10, 250] as const
export type Importance = (typeof importances)[number]
/** The three that a question offers at first; changing an answer offers all. */
export const importanceSteps = [1, 10, 250] as const satisfies readonly Importance[]

/** With fewer questions answered by both, there is no match. */
export const minSharedQuestions = 5

/**
 * Most answers that a member may change or take back within a day; first answers are free. Unlimited changes would
 * reveal others' private answers by their effect on the match.
 */
export const changesPerDay = 40

/** One answered question. Numbers of answers count from 0, numbers of questions from 1. */
export type QuizAnswer = {
  question: number
  answer: number
  /** Bit set of the answers that the member accepts from others. */
  acceptableMask: number
  importance: Importance
  /** True: the reasons of a match may show it to others who made theirs public. */
  isPublic: boolean
}

/** `next`: the next question; null when all are answered. */
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

/** How a question counted for a pair: it let no one down, one of them, or both. */
export type Verdict = 'made' | 'me' | 'them' | 'both'

/** A question that counted for both and that both made public, in the viewer's words. */
export type ReasonView = { question: number; ask: string; mine: string; theirs: string; verdict: Verdict }

/** Below this percentage no number is shown: it would not help to get to know a person. */
export const leastShownPercent = 50

/**
 * How well two members match by the quiz, with the reasons that may be shown; null: too few answers yet. Without a
 * percentage the reasons are only questions in which the other's answer lets the viewer down; there may be none.
 */
export type CompatibilityView = { percent: number | null; reasons: ReasonView[] } | null

/** The key of a question's text. A test checks that every question has one. */
export const askKey = (question: number) => `quiz-questions.q${question}.ask` as MessageKey
/** The key of one of its answers, which are counted from 0 here and from 1 in the texts. */
export const answerKey = (question: number, answer: number) => `quiz-questions.q${question}.a${answer + 1}` as MessageKey
export const topicKey = (topic: Topic): MessageKey => `quiz-questions.topics.${topic}`

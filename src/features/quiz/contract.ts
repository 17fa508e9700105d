import { action } from '#shared/routing/action.ts'
import type { MessageKey } from '#shared/i18n/messages.ts'
import type { Topic } from './questions.ts'

/** How much the other person's answer matters, as points that it can earn (product.md 'quiz'). */
export const importances = [0, 1, 10, 50, 250] as const
export type Importance = (typeof importances)[number]
/** The three that a question asks for at first; whoever changes an answer chooses among all. */
export const importanceSteps = [1, 10, 250] as const satisfies readonly Importance[]

/** Fewer questions that both answered say nothing about a match. */
export const minSharedQuestions = 5

/**
 * Answers that a member may change or take back within a day; first answers are free. Whoever could change them without end
 * would learn, from what each change does to a match, what others answered in private.
 */
export const changesPerDay = 40

/** One answered question. Numbers of answers count from 0, numbers of questions from 1. */
export type QuizAnswer = {
  question: number
  answer: number
  /** Bit set of the answers that would do in somebody else. */
  acceptableMask: number
  importance: Importance
  /** Whether others who made theirs public see it in the reasons of a match. */
  isPublic: boolean
}

/** `next`: the question to go on with; null when all are answered. */
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
  /** What the latest answer said of itself, which the next one starts with. */
  lastIsPublic: boolean
  /** Opened from the list of answers, which a save goes back to. */
  isEdit: boolean
}

/** How a question counted for a pair: nobody was let down, or one or both were. */
export type Verdict = 'made' | 'me' | 'them' | 'both'

/** A question that counted for both and that both made public, in the viewer's words. */
export type ReasonView = { question: number; ask: string; mine: string; theirs: string; verdict: Verdict }

/** Under this many per cent no number is told: nobody is made better known by a low one. */
export const leastShownPercent = 50

/**
 * How well two members match by the quiz, and the reasons that may be told; null: not enough answers yet. Without a percentage
 * the reasons are those questions alone where the other's answer lets the viewer down, and there may be none.
 */
export type CompatibilityView = { percent: number | null; reasons: ReasonView[] } | null

/** The key of a question's text. A test holds the texts to the questions. */
export const askKey = (question: number) => `quiz-questions.q${question}.ask` as MessageKey
/** The key of one of its answers, which are counted from 0 here and from 1 in the texts. */
export const answerKey = (question: number, answer: number) => `quiz-questions.q${question}.a${answer + 1}` as MessageKey
export const topicKey = (topic: Topic): MessageKey => `quiz-questions.topics.${topic}`

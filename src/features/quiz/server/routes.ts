import type * as v from 'valibot'
import { quizActions, type SavedAnswer } from '#features/quiz/contract.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { nextUnanswered } from '../rules.ts'
import { removeAnswer, saveAnswer } from './queries.ts'
import { answerInput, removeInput } from './schemas.ts'

/** Saves the answers of `/quiz`, one question at a time. */
export const quizRoutes = handle(quizActions, { save: on(answerInput, save), remove: on(removeInput, remove) })

async function save(c: AppContext, { answer, edit }: v.InferOutput<typeof answerInput>): Promise<ActionResult<SavedAnswer>> {
  const { id } = await requireRespondent(c)
  const answered = await saveAnswer(c.get('db'), id, answer, c.get('now'))
  if (!answered) throw new AppError('Too many answers changed today', { status: 409, code: 'quiz-changes' })
  const next = nextUnanswered(answered, answer.question)
  const { t, locale } = await translatorOf(c, ['quiz'])
  const isList = edit || next === null
  return {
    to: href(routes.quiz, {}, { locale: locale.code, query: isList ? { view: 'answers' } : { q: next } }),
    data: { answered: answered.size, next },
    ...(isList ? { notice: t('quiz.saved') } : {}),
  }
}

async function remove(
  c: AppContext,
  { question }: v.InferOutput<typeof removeInput>,
): Promise<ActionResult<{ answered: number }>> {
  const { id } = await requireRespondent(c)
  const answered = await removeAnswer(c.get('db'), id, question, c.get('now'))
  const { t, locale } = await translatorOf(c, ['quiz'])
  return {
    to: href(routes.quiz, {}, { locale: locale.code, query: { view: 'answers' } }),
    data: { answered: answered.size },
    notice: t('quiz.removed'),
  }
}

/** Requires a live session of a member who has finished the questionnaire, paused or not. */
async function requireRespondent(c: AppContext) {
  const member = await requireMember(c)
  if (member.state !== 'complete' && member.state !== 'paused') throw notFound()
  return member
}

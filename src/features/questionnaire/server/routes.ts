import { Hono } from 'hono'
import { moveToCell } from '#features/location/server/public.ts'
import { completenessOf } from '#features/profile/server/public.ts'
import { questionnaireForm, questionnaireInput, type QuestionnaireInput, type Step } from '#features/questionnaire/contract.ts'
import { firstMissing, nextStep } from '#features/questionnaire/rules.ts'
import { AppError, invalidFields, notFound } from '#shared/errors.ts'
import { href } from '#shared/href.ts'
import { memberHome, routes } from '#shared/routes.ts'
import { action, type ActionResult } from '#worker/http/action.ts'
import type { AppContext, AppEnv } from '#worker/http/context.ts'
import { requireMemberSession } from '#worker/http/require-session.ts'
import { findAnswers, findCity, finish, saveAnswers, type Answers } from './queries.ts'

type Input<S extends Step> = Extract<QuestionnaireInput, { step: S }>

/** One step at a time: each is saved on its own and leads to the next. */
export const questionnaireRoutes = new Hono<AppEnv>().post('/', action(questionnaireForm, questionnaireInput, saveStep))

async function saveStep(c: AppContext, input: QuestionnaireInput): Promise<ActionResult> {
  const answers = await findAnswers(c.get('db'), requireMemberSession(c), c.get('now'))
  if (!answers) throw new AppError('The session has ended', { status: 401, code: 'unauthorized' })
  // A second press on the last button, after the first one went through.
  if (answers.state === 'complete' && input.step === 'about') return { to: toHome(c) }
  if (answers.state !== 'incomplete') throw notFound()
  switch (input.step) {
    case 'portrait':
      await save(c, answers, { avatar: input.avatar })
      return toStep(c, nextStep(input.step))
    case 'place':
      await savePlace(c, answers, input)
      return toStep(c, nextStep(input.step))
    case 'intent': {
      const { intent, seeksAgeMin, seeksAgeMax } = input
      await save(c, answers, { intent, seeksAgeMin, seeksAgeMax })
      return toStep(c, nextStep(input.step))
    }
    case 'about':
      return saveAbout(c, answers, input)
    default:
      return input satisfies never
  }
}

async function save(c: AppContext, answers: Answers, patch: Partial<Answers>): Promise<void> {
  await saveAnswers(c.get('db'), answers.id, { ...patch, completeness: completenessOf({ ...answers, ...patch }) }, c.get('now'))
}

/** A city stands for its cell. Where a position was given, no city is kept beside it; without either the place stays. */
async function savePlace(c: AppContext, answers: Answers, { cell, city: cityId }: Input<'place'>): Promise<void> {
  if (!cell && !cityId) {
    if (answers.cellX === null) throw invalidFields({ city: 'required' })
    return
  }
  const db = c.get('db')
  const city = cell ? null : await findCity(db, cityId)
  const target = cell ?? (city && { x: city.cellX, y: city.cellY })
  if (!target) throw invalidFields({ city: 'choice' })
  if (!(await moveToCell(db, answers.id, target, c.get('now'))))
    throw new AppError('Too many changes of place', { status: 429, code: 'too-many' })
  await save(c, answers, { cityId: city?.id ?? null })
}

async function saveAbout(c: AppContext, answers: Answers, { skip, about, interests }: Input<'about'>): Promise<ActionResult> {
  const patch = skip ? {} : { about, interests }
  const missing = firstMissing(answers)
  if (missing) {
    await save(c, answers, patch)
    return toStep(c, missing)
  }
  await finish(c.get('db'), answers.id, { ...patch, completeness: completenessOf({ ...answers, ...patch }) }, c.get('now'))
  return { to: toHome(c) }
}

function toStep(c: AppContext, step: Step | null): ActionResult {
  return { to: href(routes.questionnaire, {}, { locale: c.get('locale').code, query: { step } }) }
}

const toHome = (c: AppContext) => href(memberHome, {}, { locale: c.get('locale').code })

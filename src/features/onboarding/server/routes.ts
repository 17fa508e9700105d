import { avatarOfDrawing } from '#shared/drawing/drawing.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { moveToPlace, movesOf, parsePlace } from '#features/location/server/public.ts'
import type { ProfileField, StoredAnswers, StoredPromptAnswer } from '#features/profile/contract.ts'
import { drawingInput, partForm, shownCompleteness, type SubmittedFields } from '#features/profile/server/public.ts'
import { questionnaireActions, answerSteps, lastStep, promptFields, type Step } from '../contract.ts'
import { firstMissing, nextStep } from '../rules.ts'
import { facelessAvatar } from '#shared/avatar.ts'
import { invalidFields, notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { findAnswers, finish, saveAnswers, type AnswersPatch, type AnswersRow } from './queries.ts'
import { questionnaireInput, type QuestionnaireInput } from './schemas.ts'

type Input<S extends Step> = Extract<QuestionnaireInput, { step: S }>
type Patch = Omit<AnswersPatch, 'visibility' | 'completeness'> & { visibility?: AnswersRow['visibility'] }

/** Saves one step at a time; each redirects to the next. */
export const questionnaireRoutes = handle(questionnaireActions, {
  save: on(questionnaireInput, saveStep),
  drawing: on(drawingInput, async (c, drawing) => {
    const row = await requireAnswers(c)
    if (row.state !== 'incomplete') throw notFound()
    return save(c, row, { step: 'portrait' }, { avatar: avatarOfDrawing(drawing) })
  }),
})

async function requireAnswers(c: AppContext): Promise<AnswersRow> {
  const row = await findAnswers(c.get('db'), (await requireMember(c)).id)
  if (!row) throw notFound()
  return row
}

async function saveStep(c: AppContext, input: QuestionnaireInput): Promise<ActionResult> {
  const row = await requireAnswers(c)
  // The last button may be pressed again after its first press has succeeded.
  if (row.state === 'complete' && (input.step === lastStep || ('finish' in input && input.finish))) return toArrival(c)
  if (row.state !== 'incomplete') throw notFound()
  switch (input.step) {
    case 'portrait':
      return save(c, row, input, { avatar: input.avatar ?? standIn(row) })
    case 'place':
      return savePlace(c, row, input)
    case 'intent': {
      const { seeksAgeMin, seeksAgeMax } = input
      return save(c, row, input, { ...submitted(input, ['intent']), seeksAgeMin, seeksAgeMax })
    }
    case 'answers':
      return save(
        c,
        row,
        input,
        input.skip ? {} : { ...submitted(input, answerSteps.answers), promptAnswers: answersOf(input, row) },
      )
    case 'body':
      return save(c, row, input, input.skip ? {} : submitted(input, answerSteps.body))
    case 'habits':
      return save(c, row, input, input.skip ? {} : submitted(input, answerSteps.habits))
    case 'life': {
      // A page of the build before asked for languages here.
      const { languages } = input
      return save(c, row, input, input.skip ? {} : { ...submitted(input, answerSteps.life), ...(languages ? { languages } : {}) })
    }
    case 'beliefs':
      return save(c, row, input, input.skip ? {} : submitted(input, answerSteps.beliefs))
    case 'about':
      return save(c, row, input, input.skip ? {} : submitted(input, answerSteps.about))
    default:
      return input satisfies never
  }
}

function submitted<Field extends ProfileField>(input: SubmittedFields<Field>, fields: readonly Field[]): Patch {
  const { answers, visibility } = partForm(input, fields)
  return { ...(answers satisfies Partial<StoredAnswers>), visibility }
}

/** Returns the answers to prompts that a form contains. A text without a question is a mistake. */
function answersOf(input: Input<'answers'>, { promptAnswers: before }: AnswersRow): StoredPromptAnswer[] {
  const wrong: Record<string, 'required' | 'choice'> = {}
  const answers: StoredPromptAnswer[] = []
  for (const names of promptFields) {
    const [prompt, text] = [input[names.prompt], input[names.text]]
    // A question cannot be unchosen, so one without words is none.
    if (text === '') continue
    if (prompt === '') wrong[names.prompt] = 'required'
    else if (answers.some((each) => each.prompt === prompt)) wrong[names.prompt] = 'choice'
    // Who sees it was perhaps chosen elsewhere.
    const see = before.find((each) => each.prompt === prompt)?.see ?? 'everyone'
    answers.push({ prompt, text, language: input.language, see })
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  return answers
}

/**
 * Saves a step and returns the next one. After the last step, or after one with which the questionnaire is to end, that is the first
 * missing one; if none is missing, the member is complete.
 */
async function save(
  c: AppContext,
  row: AnswersRow,
  { step, finish: isLast = '' }: { step: Step; finish?: string },
  patch: Patch,
): Promise<ActionResult> {
  const after = { ...row, ...patch, visibility: { ...row.visibility, ...patch.visibility } }
  const write: AnswersPatch = { ...patch, completeness: shownCompleteness(after) }
  const next = (isLast ? null : nextStep(step)) ?? firstMissing(after)
  if (next) {
    await saveAnswers(c.get('db'), row.id, write, c.get('now'))
    return toStep(c, next)
  }
  await finish(c.get('db'), row.id, write, c.get('now'))
  return toArrival(c)
}

/** Returns what others see until a photo is approved: the drawing that the member chose, else the faceless figure. */
function standIn(row: AnswersRow): string {
  if (!row.hasPhoto) throw invalidFields({ avatar: 'required' })
  return row.avatar ?? facelessAvatar
}

/** Both fields empty keeps the saved place, if there is one. */
async function savePlace(c: AppContext, row: AnswersRow, input: Input<'place'>): Promise<ActionResult> {
  const place = parsePlace(input)
  if (place.cell || place.cityId) return save(c, row, input, await moveToPlace(movesOf(c), row.id, place))
  if (row.cellX === null) throw invalidFields({ city: 'required' })
  return toStep(c, nextStep(input.step))
}

function toStep(c: AppContext, step: Step | null): ActionResult {
  return { to: href(routes.questionnaire, {}, { locale: c.get('locale').code, query: { step } }) }
}

/** Redirects to the page after the last step, which links to people nearby. */
function toArrival(c: AppContext): ActionResult {
  return { to: href(routes.profile, {}, { locale: c.get('locale').code, query: { arrived: 1 } }) }
}

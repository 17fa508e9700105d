import type { Drawing } from '#shared/drawing/choices.ts'
import { avatarOfDrawing } from '#shared/drawing/drawing.ts'
import { reviewAttendance, withdrawWait } from '#features/encounters/talk/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { moveToPlace, movesOf, parsePlace } from '#features/location/server/public.ts'
import { isAdult } from '#shared/birth-date.ts'
import { AppError, invalidFields, notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { backTo, on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { isFormPost } from '#server/actions/body.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import {
  profileActions,
  profileLimits,
  sections,
  type ProfileField,
  type SavedProfile,
  type StoredPromptAnswer,
  type Visibility,
} from '../contract.ts'
import { genderMask, partForm, shownCompleteness } from '../rules.ts'
import {
  findOwnProfile,
  saveAnswers,
  saveBasics,
  saveProfile,
  setPaused,
  type OwnProfile,
  type ProfilePatch,
} from './own-queries.ts'
import {
  answerInput,
  basicsInput,
  beliefsInput,
  drawingInput,
  factsInput,
  pauseInput,
  placeInput,
  portraitInput,
  removeAnswerInput,
  seekingInput,
  wordsInput,
  type BasicsInput,
  type Edit,
} from './schemas.ts'

type Change = ProfilePatch & { visibility?: Partial<Record<ProfileField, Visibility>> }

/** Actions of `/profile-settings`: each saves one section, from the revision with which its form was opened. */
export const profileRoutes = handle(profileActions, {
  basics: on((c: AppContext) => basicsInput(c.get('locale').code), changeBasics),
  words: on(wordsInput, async (c, input) => {
    const { answers, visibility } = partForm(input, input.only ? [input.only] : sections.words)
    return save(c, input, 'words', async () => ({ ...answers, visibility }))
  }),
  seeking: on(seekingInput, async (c, input) => {
    const { answers, visibility } = partForm(input, sections.seeking)
    const { seeksAgeMin, seeksAgeMax, seeks } = input
    const result = await save(c, input, 'seeking', async () => ({
      ...answers,
      visibility,
      seeksAgeMin,
      seeksAgeMax,
      seeksMask: genderMask(seeks),
    }))
    await reviewAttendance(c.env, (await requireMember(c)).id)
    return result
  }),
  facts: on(factsInput, async (c, input) => {
    const { answers, visibility } = partForm(input, input.only ? [input.only] : sections.facts)
    return save(c, input, 'facts', async () => ({ ...answers, visibility }))
  }),
  beliefs: on(beliefsInput, async (c, input) => {
    const { answers, visibility } = partForm(input, input.only ? [input.only] : sections.beliefs)
    return save(c, input, 'beliefs', async () => ({ ...answers, visibility }))
  }),
  answer: on(answerInput, (c, { prompt, ...answer }) =>
    changeAnswers(c, 'profile.answers.saved', (before) => {
      const at = before.findIndex((each) => each.prompt === prompt)
      if (at >= 0) return before.with(at, { prompt, ...answer })
      if (before.length >= profileLimits.promptAnswers) throw invalidFields({ prompt: 'too-many-chosen' })
      return [...before, { prompt, ...answer }]
    }),
  ),
  removeAnswer: on(removeAnswerInput, (c, { prompt }) =>
    changeAnswers(c, 'profile.answers.removed', (before) => before.filter((each) => each.prompt !== prompt)),
  ),
  drawing: on(drawingInput, changeDrawing),
  portrait: on(portraitInput, (c, input) => save(c, input, 'portrait', async () => ({ avatar: input.avatar }))),
  place: on(placeInput, async (c, input) => {
    const place = parsePlace(input)
    return save(c, input, 'place', (own) => moveToPlace(movesOf(c), own.id, place))
  }),
  pause: on(pauseInput, changePause),
})

async function changePause(c: AppContext, { pause }: { pause: string }): Promise<ActionResult> {
  const own = await requireOwnProfile(c)
  await setPaused(c.get('db'), own.id, pause === '1', c.get('now'))
  if (pause === '1') await withdrawWait(c.env, own.id)
  await reviewAttendance(c.env, own.id)
  const { t } = await translatorOf(c, ['profile'])
  // A script gets no hash: on the same page it would only scroll there, and show the old state.
  const options = { locale: c.get('locale').code, ...(isFormPost(c) ? { hash: 'pause' } : {}) }
  return {
    // Members resume from several pages, and continue there.
    to: pause === '1' ? href(routes.profileSettings, {}, options) : backTo(c, {}),
    notice: t(pause === '1' ? 'profile.pause.done' : 'profile.pause.resumed'),
  }
}

/**
 * Saves first name, gender and date of birth. No member is notified. Lists, cards and conversations show the change when they are
 * next read; filters in both directions use it at once.
 */
async function changeBasics(c: AppContext, input: BasicsInput): Promise<ActionResult<SavedProfile>> {
  const own = await requireOwnProfile(c)
  if (own.revision !== input.revision && !input.overwrite) throw stale()
  const now = c.get('now')
  const { firstName, gender, birthDate = own.birthDate } = input
  // The age is checked only if the date changes: not for a new name, nor after a move to another time zone.
  if (birthDate !== own.birthDate && !isAdult(birthDate, now, own.timeZone)) throw invalidFields({ birthDate: 'too-young' })
  const basics = { firstName, gender, birthDate }
  const { revision, isSpent } = await saveBasics(c.get('db'), own.id, { basics, from: own.revision }, now)
  if (isSpent) throw invalidFields({ birthDate: 'birth-date-used' })
  if (revision === null) throw stale()
  await reviewAttendance(c.env, own.id)
  return saved(c, 'basics', revision)
}

/**
 * Writes one section, unless the profile has changed since its form was opened (409 `stale`): then nothing is written and the
 * member decides. `overwrite` is that decision; it replaces this section only.
 */
async function save(
  c: AppContext,
  { revision, overwrite }: Edit,
  section: string,
  changeOf: (own: OwnProfile) => Promise<Change>,
): Promise<ActionResult<SavedProfile>> {
  const own = await requireOwnProfile(c)
  if (own.revision !== revision && !overwrite) throw stale()
  const { visibility = {}, ...patch } = await changeOf(own)
  const after = { ...own, ...patch, visibility: { ...own.visibility, ...visibility } }
  const newRevision = await saveProfile(
    c.get('db'),
    own.id,
    { patch: { ...patch, completeness: shownCompleteness(after) }, visibility, from: own.revision },
    c.get('now'),
  )
  if (newRevision === null) throw stale()
  return saved(c, section, newRevision)
}

/** How often a change is made again because the profile was saved at the same moment. */
const mostTries = 3

/**
 * Writes a change that depends on nothing else in the profile, so its form needs no revision: a profile that was saved meanwhile
 * is read again. `write` returns the new revision, or null if it wrote nothing.
 */
async function writeLatest(c: AppContext, write: (own: OwnProfile) => Promise<number | null>): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const revision = await write(await requireOwnProfile(c))
    if (revision !== null) return revision
  }
  throw stale()
}

/** Saves a built drawing. The builder is a page of its own, so a script goes on to the profile, too. */
async function changeDrawing(c: AppContext, drawing: Drawing): Promise<ActionResult<SavedProfile>> {
  const avatar = avatarOfDrawing(drawing)
  const revision = await writeLatest(c, (own) => {
    const patch = { avatar, completeness: shownCompleteness({ ...own, avatar }) }
    return saveProfile(c.get('db'), own.id, { patch, visibility: {}, from: own.revision }, c.get('now'))
  })
  const { t, locale } = await translatorOf(c, ['profile'])
  return {
    to: href(routes.profileSettings, {}, { locale: locale.code, hash: 'basics' }),
    data: { revision },
    notice: t('profile.settings.saved'),
  }
}

/** Changes the answers to prompts. Each answer is a form of its own and none depends on another. */
async function changeAnswers(
  c: AppContext,
  notice: 'profile.answers.saved' | 'profile.answers.removed',
  change: (before: StoredPromptAnswer[]) => StoredPromptAnswer[],
): Promise<ActionResult<SavedProfile>> {
  const revision = await writeLatest(c, (own) =>
    saveAnswers(c.get('db'), own.id, { promptAnswers: change(own.promptAnswers), from: own.revision }, c.get('now')),
  )
  return { ...(await saved(c, 'words', revision)), notice: (await translatorOf(c, ['profile'])).t(notice) }
}

async function saved(c: AppContext, section: string, revision: number): Promise<ActionResult<SavedProfile>> {
  const { t, locale } = await translatorOf(c, ['profile'])
  return {
    ...(isFormPost(c) ? { to: href(routes.profileSettings, {}, { locale: locale.code, hash: section }) } : {}),
    data: { revision },
    notice: t('profile.settings.saved'),
  }
}

const stale = () => new AppError('The profile has changed since the form was opened', { status: 409, code: 'stale' })

/** Returns the profile of the signed-in member, who has finished the questionnaire, paused or not. */
async function requireOwnProfile(c: AppContext): Promise<OwnProfile> {
  const own = await findOwnProfile(c.get('db'), (await requireMember(c)).id)
  if (!own) throw notFound()
  if (own.state !== 'complete' && own.state !== 'paused') throw notFound()
  return own
}

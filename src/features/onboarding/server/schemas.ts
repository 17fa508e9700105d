import * as v from 'valibot'
import { placeFields } from '#features/location/server/public.ts'
import {
  ageEntries,
  agesAreInOrder,
  answerTextEntry,
  avatarEntry,
  fieldEntries,
  promptEntry,
  textLanguageEntry,
} from '#features/profile/server/public.ts'
import { recordOf } from '#shared/records.ts'
import { aboutLimits, promptFields } from '../contract.ts'

/** With any value, the step is skipped unchanged. */
const skip = v.optional(v.string(), '')
/** With any value, the questionnaire ends after this step. */
const finish = v.optional(v.string(), '')
/** Of every optional step. */
const ways = { skip, finish }

/** Each may be left empty. */
const promptEntries = {
  ...recordOf(
    promptFields.map(({ prompt }) => prompt),
    () => v.optional(v.union([v.literal(''), promptEntry]), ''),
  ),
  ...recordOf(
    promptFields.map(({ text }) => text),
    () => answerTextEntry,
  ),
  language: v.optional(textLanguageEntry, ''),
}

const intent = v.pipe(
  v.object({ step: v.literal('intent'), ...fieldEntries.intent(), ...ageEntries }),
  v.forward(
    v.check((ages) => agesAreInOrder(ages), 'min-max'),
    ['seeksAgeMin'],
  ),
)

const step = v.variant(
  'step',
  [
    v.object({ step: v.literal('portrait'), avatar: v.optional(avatarEntry) }),
    v.object({ step: v.literal('place'), ...placeFields }),
    intent,
    v.object({ step: v.literal('answers'), ...ways, ...fieldEntries.languages(), ...promptEntries }),
    v.object({ step: v.literal('body'), ...ways, ...fieldEntries.heightCm(), ...fieldEntries.body() }),
    v.object({ step: v.literal('habits'), ...ways, ...fieldEntries.drinking(), ...fieldEntries.smoking() }),
    v.object({
      step: v.literal('life'),
      ...ways,
      ...fieldEntries.education(),
      ...fieldEntries.kids(),
      languages: v.optional(fieldEntries.languages().languages),
    }),
    v.object({
      step: v.literal('beliefs'),
      ...ways,
      ...fieldEntries.politics(),
      ...fieldEntries.religion(),
      ...fieldEntries.orientation(),
    }),
    v.object({
      step: v.literal('about'),
      ...ways,
      ...fieldEntries.about(aboutLimits.characters),
      ...fieldEntries.interests(aboutLimits.interests),
    }),
  ],
  'choice',
)

/** One step's answers. A skipped step may contain anything, valid or not. */
export const questionnaireInput = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body): unknown => (body['skip'] ? { step: body['step'], skip: '1', finish: body['finish'] } : body)),
  step,
)
export type QuestionnaireInput = v.InferOutput<typeof questionnaireInput>

import * as v from 'valibot'
import { placeFields } from '#features/location/server/public.ts'
import { ageEntries, agesAreInOrder, avatarEntry, fieldEntries } from '#features/profile/server/public.ts'
import { aboutLimits } from '../contract.ts'

/** With any value, the step is skipped unchanged. */
const skip = v.optional(v.string(), '')

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
    v.object({ step: v.literal('body'), skip, ...fieldEntries.heightCm(), ...fieldEntries.body() }),
    v.object({ step: v.literal('habits'), skip, ...fieldEntries.drinking(), ...fieldEntries.smoking() }),
    v.object({
      step: v.literal('life'),
      skip,
      ...fieldEntries.education(),
      ...fieldEntries.kids(),
      ...fieldEntries.languages(),
    }),
    v.object({
      step: v.literal('beliefs'),
      skip,
      ...fieldEntries.politics(),
      ...fieldEntries.religion(),
      ...fieldEntries.orientation(),
    }),
    v.object({
      step: v.literal('about'),
      skip,
      ...fieldEntries.about(aboutLimits.characters),
      ...fieldEntries.interests(aboutLimits.interests),
    }),
  ],
  'choice',
)

/** One step's answers. A skipped step may contain anything, valid or not. */
export const questionnaireInput = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body): unknown => (body['skip'] ? { step: body['step'], skip: '1' } : body)),
  step,
)
export type QuestionnaireInput = v.InferOutput<typeof questionnaireInput>

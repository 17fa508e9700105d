import * as v from 'valibot'
import { placeFields } from '#features/location/server/public.ts'
import { birthDateInput } from '#shared/birth-date.ts'
import { drawingChoices } from '#shared/drawing/choices.ts'
import { isAvatar } from '#shared/drawing/drawing.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { firstNameInput } from '#shared/text/first-name.ts'
import { recordOf } from '#shared/records.ts'
import { typedText } from '#server/actions/typed-text.ts'
import {
  choices,
  genders,
  intents,
  interests,
  profileLimits,
  sections,
  spokenLanguages,
  visibilities,
  type ProfileField,
} from '../contract.ts'
import { prompts } from '../prompts.ts'

const toNumber = (value: string | number) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value)

const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.string(), v.number()], 'required'),
    v.transform(toNumber),
    v.number('invalid'),
    v.integer('invalid'),
    v.minValue(min, 'invalid'),
    v.maxValue(max, 'invalid'),
  )

const age = wholeNumber(profileLimits.minAge, profileLimits.maxAge)

/** One key of a list, or '' for no answer. */
const choice = <const Keys extends readonly string[]>(keys: Keys) =>
  v.pipe(
    v.optional(v.nullable(v.picklist([...keys, ''], 'choice')), ''),
    v.transform((value) => value || null),
  )

const list = <const Keys extends readonly string[]>(keys: Keys, most: number) =>
  v.pipe(
    v.optional(v.array(v.picklist(keys, 'choice'), 'choice'), []),
    v.transform((chosen) => [...new Set(chosen)]),
    v.maxLength(most, 'too-many-chosen'),
  )

/** A language that a text is written in, or '' not to say. */
export const textLanguageEntry = v.pipe(
  v.picklist([...spokenLanguages, ''], 'choice'),
  v.transform((value) => value || null),
)

const visibility = v.optional(v.picklist(visibilities, 'choice'))

/** Schema entry of the form field with another field's visibility. */
const see = <Field extends ProfileField>(field: Field) => recordOf([`see-${field}`], () => visibility)

const heightCm = v.pipe(
  v.optional(v.nullable(v.union([v.literal(''), wholeNumber(profileLimits.minHeightCm, profileLimits.maxHeightCm)])), ''),
  v.transform((value) => (value === '' ? null : value)),
)

/** Schema entries of every field by its name, each with the field for its visibility. */
export const fieldEntries = {
  about: (most: number = profileLimits.about) => ({
    about: typedText(most),
    aboutLanguage: v.optional(textLanguageEntry),
    ...see('about'),
  }),
  interests: (most: number = profileLimits.interests) => ({ interests: list(interests, most), ...see('interests') }),
  languages: () => ({ languages: list(spokenLanguages, profileLimits.languages), ...see('languages') }),
  intent: () => ({ intent: v.pipe(v.optional(v.string('choice'), ''), v.picklist(intents, 'choice')), ...see('intent') }),
  heightCm: () => ({ heightCm, ...see('heightCm') }),
  body: () => ({ body: choice(choices.body), ...see('body') }),
  drinking: () => ({ drinking: choice(choices.drinking), ...see('drinking') }),
  smoking: () => ({ smoking: choice(choices.smoking), ...see('smoking') }),
  education: () => ({ education: choice(choices.education), ...see('education') }),
  kids: () => ({ kids: choice(choices.kids), ...see('kids') }),
  politics: () => ({ politics: choice(choices.politics), ...see('politics') }),
  religion: () => ({ religion: choice(choices.religion), ...see('religion') }),
  orientation: () => ({ orientation: choice(choices.orientation), ...see('orientation') }),
}

export const ageEntries = { seeksAgeMin: age, seeksAgeMax: age }

/** True unless the minimum age sought is above the maximum. */
export const agesAreInOrder = ({ seeksAgeMin, seeksAgeMax }: { seeksAgeMin: number; seeksAgeMax: number }) =>
  seeksAgeMin <= seeksAgeMax

export const avatarEntry = v.pipe(v.optional(v.string('choice'), ''), v.check(isAvatar, 'choice'))

/** Every form of `/profile-settings` sends the revision with which it was opened, and whether it may replace a newer one. */
const edit = {
  revision: v.pipe(
    v.union([v.string(), v.number()], 'required'),
    v.transform((value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value)),
    v.number('invalid'),
    v.integer('invalid'),
  ),
  overwrite: v.optional(v.string(), ''),
}
export type Edit = { revision: number; overwrite: string }

/** The date of birth is missing if it can no longer be changed. */
export const basicsInput = (locale: LocaleCode) =>
  v.object({
    ...edit,
    firstName: firstNameInput,
    gender: v.pipe(v.optional(v.string('choice'), ''), v.picklist(genders, 'choice')),
    birthDate: v.optional(birthDateInput(locale)),
  })
export type BasicsInput = v.InferOutput<ReturnType<typeof basicsInput>>

/** A form may contain one field of its section; the others are then left unchanged. */
const only = <const Fields extends readonly ProfileField[]>(fields: Fields) => ({
  only: v.optional(v.picklist(fields, 'choice')),
})

export const wordsInput = v.object({
  ...edit,
  ...only(sections.words),
  ...fieldEntries.about(),
  ...fieldEntries.interests(),
  ...fieldEntries.languages(),
})

export const seekingInput = v.pipe(
  v.object({
    ...edit,
    ...fieldEntries.intent(),
    ...ageEntries,
    seeks: v.pipe(v.optional(v.array(v.picklist(genders, 'choice'), 'choice'), []), v.minLength(1, 'required')),
  }),
  v.forward(
    v.check((ages) => agesAreInOrder(ages), 'min-max'),
    ['seeksAgeMin'],
  ),
)

export const factsInput = v.object({
  ...edit,
  ...only(sections.facts),
  ...fieldEntries.heightCm(),
  ...fieldEntries.body(),
  ...fieldEntries.drinking(),
  ...fieldEntries.smoking(),
  ...fieldEntries.education(),
  ...fieldEntries.kids(),
})

export const beliefsInput = v.object({
  ...edit,
  ...only(sections.beliefs),
  ...fieldEntries.politics(),
  ...fieldEntries.religion(),
  ...fieldEntries.orientation(),
})

export const promptEntry = v.pipe(v.string('choice'), v.picklist(prompts, 'choice'))
export const answerTextEntry = typedText(profileLimits.promptAnswer)

export const promptListEntry = list(prompts, profileLimits.promptAnswers)

export const answerInput = v.object({
  prompt: v.optional(promptEntry, ''),
  text: v.pipe(answerTextEntry, v.minLength(1, 'required')),
  language: v.optional(textLanguageEntry, ''),
  see: v.picklist(visibilities, 'choice'),
})

export const removeAnswerInput = v.object({ prompt: v.optional(promptEntry, '') })

/** One known choice of every part. */
export const drawingInput = v.object({
  skin: v.picklist(drawingChoices.skin, 'choice'),
  hair: v.picklist(drawingChoices.hair, 'choice'),
  hairColour: v.picklist(drawingChoices.hairColour, 'choice'),
  mouth: v.picklist(drawingChoices.mouth, 'choice'),
  eyes: v.picklist(drawingChoices.eyes, 'choice'),
  glasses: v.picklist(drawingChoices.glasses, 'choice'),
  beard: v.picklist(drawingChoices.beard, 'choice'),
  clothes: v.picklist(drawingChoices.clothes, 'choice'),
  clothesColour: v.picklist(drawingChoices.clothesColour, 'choice'),
  background: v.picklist(drawingChoices.background, 'choice'),
})

export const portraitInput = v.object({ ...edit, avatar: avatarEntry })
export const placeInput = v.object({ ...edit, ...placeFields })
export const pauseInput = v.object({ pause: v.picklist(['1', '0'], 'choice') })

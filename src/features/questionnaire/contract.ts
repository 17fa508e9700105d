import * as v from 'valibot'
import { parseCell } from '#features/location/contract.ts'
import { intents, interests, profileLimits, type Intent, type Interest } from '#features/profile/contract.ts'
import { parseAvatar } from '#shared/avatar.ts'

/** Steps in order; the first three are required (product.md 'Members and registration'). */
export const steps = ['portrait', 'place', 'intent', 'about'] as const
export type Step = (typeof steps)[number]

export const questionnaireForm = 'questionnaire'

/** Shorter than the profile allows: enough for a first word, the rest comes later. */
export const aboutLimits = { characters: 500, interests: 10 } as const
export const portraitsPerPage = 12

const portraitInput = v.object({
  step: v.literal('portrait'),
  avatar: v.pipe(
    v.optional(v.string('choice'), ''),
    v.check((avatar) => parseAvatar(avatar) !== null, 'choice'),
  ),
})

/** Either a cell, as the browser coarsened it, or a city. Both empty keeps the saved place, if there is one. */
const placeInput = v.pipe(
  v.object({
    step: v.literal('place'),
    cellX: v.optional(v.union([v.string(), v.number()], 'invalid'), ''),
    cellY: v.optional(v.union([v.string(), v.number()], 'invalid'), ''),
    city: v.optional(v.pipe(v.string('choice'), v.maxLength(64, 'choice')), ''),
  }),
  v.transform(({ step, cellX, cellY, city }) => ({
    step,
    hasCell: cellX !== '' || cellY !== '',
    cell: parseCell(cellX, cellY),
    city,
  })),
  v.forward(
    v.check(({ hasCell, cell }) => !hasCell || cell !== null, 'invalid'),
    ['city'],
  ),
)

const age = v.pipe(
  v.union([v.string(), v.number()], 'required'),
  v.transform((value) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value)),
  v.number('invalid'),
  v.integer('invalid'),
  v.minValue(profileLimits.minAge, 'invalid'),
  v.maxValue(profileLimits.maxAge, 'invalid'),
)

const intentInput = v.pipe(
  v.object({
    step: v.literal('intent'),
    intent: v.pipe(v.optional(v.string('choice'), ''), v.picklist(intents, 'choice')),
    seeksAgeMin: age,
    seeksAgeMax: age,
  }),
  v.forward(
    v.check(({ seeksAgeMin, seeksAgeMax }) => seeksAgeMin <= seeksAgeMax, 'min-max'),
    ['seeksAgeMin'],
  ),
)

const lineEnds = /\r\n?/g
/** Characters that nobody types: controls but the line feed, and the marks that turn the direction of what follows. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

const aboutInput = v.object({
  step: v.literal('about'),
  /** Any value: leave the step as it is. */
  skip: v.optional(v.string(), ''),
  about: v.pipe(
    v.optional(v.string('invalid'), ''),
    v.transform((text) => text.toWellFormed().replace(lineEnds, '\n').replace(controls, '').trim()),
    v.check((text) => [...text].length <= aboutLimits.characters, 'too-long'),
  ),
  interests: v.pipe(
    v.optional(v.array(v.picklist(interests, 'choice'), 'choice'), []),
    v.transform((chosen) => [...new Set(chosen)]),
    v.maxLength(aboutLimits.interests, 'too-many-chosen'),
  ),
})

export const questionnaireInput = v.variant('step', [portraitInput, placeInput, intentInput, aboutInput], 'choice')
export type QuestionnaireInput = v.InferOutput<typeof questionnaireInput>

/** Cities of one country, as the list of the place step takes them. */
export type CityGroup = { group: string; options: { value: string; label: string }[] }

/** The step on screen with what is saved so far. */
export type QuestionnaireProps =
  | { step: 'portrait'; offered: string[]; chosen: string | null; page: number }
  | { step: 'place'; groups: CityGroup[]; cityId: string | null; hasCell: boolean }
  | { step: 'intent'; intent: Intent | null; seeksAgeMin: number; seeksAgeMax: number }
  /** `offered`: all interests, in the order of the reader's alphabet. */
  | { step: 'about'; about: string; interests: Interest[]; offered: Interest[] }

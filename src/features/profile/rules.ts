import { keysOf } from '#shared/records.ts'
import {
  choices,
  defaultVisibility,
  genderBits,
  genders,
  intents,
  interests,
  profileFields,
  spokenLanguages,
  visibilities,
  type Answers,
  type ChoiceField,
  type ChoiceOf,
  type Gender,
  type Intent,
  type Interest,
  type ProfileField,
  type Relation,
  type SpokenLanguage,
  type StoredAnswers,
  type StoredPromptAnswer,
  type Visibility,
  onlineMs,
} from './contract.ts'

const knownInterests: ReadonlySet<string> = new Set(interests)
const knownIntents: ReadonlySet<string> = new Set(intents)
const knownGenders: ReadonlySet<string> = new Set(genders)
const knownLanguages: ReadonlySet<string> = new Set(spokenLanguages)

export const isInterest = (value: string): value is Interest => knownInterests.has(value)
export const isIntent = (value: string): value is Intent => knownIntents.has(value)
export const isGender = (value: string): value is Gender => knownGenders.has(value)
export const isSpokenLanguage = (value: string): value is SpokenLanguage => knownLanguages.has(value)

/** Returns the language that a text is stored with; null for none, or one that has been removed. */
export const knownLanguage = (value: string | null): SpokenLanguage | null =>
  value !== null && isSpokenLanguage(value) ? value : null

/** Returns the visibility of a field: what the member chose, else the default. An unknown value means only the member. */
export function visibilityOf(visibility: Readonly<Record<string, string>>, field: ProfileField): Visibility {
  const chosen = Object.hasOwn(visibility, field) ? visibility[field] : defaultVisibility[field]
  return knownVisibility(chosen)
}

export const knownVisibility = (chosen: string | undefined): Visibility => visibilities.find((known) => known === chosen) ?? 'me'

function canSee(visibility: Visibility, relation: Relation): boolean {
  if (relation === 'self' || visibility === 'everyone') return true
  return visibility === 'matches' && relation === 'match'
}

const untold: Readonly<StoredAnswers> = {
  about: '',
  aboutLanguage: null,
  intent: null,
  interests: [],
  languages: [],
  heightCm: null,
  body: null,
  drinking: null,
  smoking: null,
  education: null,
  kids: null,
  politics: null,
  religion: null,
  orientation: null,
}

type Hideable = Partial<StoredAnswers> & {
  visibility: Readonly<Record<string, string>>
  promptAnswers?: readonly StoredPromptAnswer[]
}

/**
 * The one rule of visibility: returns a profile, or a part of one, in which fields hidden from this viewer look unanswered.
 * Everything that shows, compares or ranks a person uses its result, so a hidden field cannot be inferred either.
 */
export function visibleFields<Profile extends Hideable>(profile: Profile, relation: Relation): Profile {
  const isHidden = (field: ProfileField) => !canSee(visibilityOf(profile.visibility, field), relation)
  const hidden: (keyof StoredAnswers)[] = profileFields.filter((field) => field in profile && isHidden(field))
  if ('aboutLanguage' in profile && isHidden('about')) hidden.push('aboutLanguage')
  const shown = profile.promptAnswers?.filter(({ see }) => canSee(knownVisibility(see), relation))
  return {
    ...profile,
    ...Object.fromEntries(hidden.map((field) => [field, untold[field]])),
    ...(shown ? { promptAnswers: shown } : {}),
  }
}

/** A form's fields, each with its visibility. */
export type SubmittedFields<Field extends ProfileField> = Pick<StoredAnswers, Field> & {
  [Name in `see-${Field}`]?: Visibility | undefined
} & { aboutLanguage?: string | null | undefined }

/** Splits the fields of a form into the answers and their visibilities. */
export function partForm<Field extends ProfileField>(form: SubmittedFields<Field>, fields: readonly Field[]) {
  const submitted: Pick<StoredAnswers, Field> = form
  const answers: Partial<Pick<StoredAnswers, Field | 'aboutLanguage'>> = {}
  const visibility: Partial<Record<ProfileField, Visibility>> = {}
  for (const field of fields) {
    answers[field] = submitted[field]
    const who: Visibility | undefined = form[`see-${field}`]
    if (who) visibility[field] = who
    // A form of an earlier build does not send it.
    if (field === 'about' && form.aboutLanguage !== undefined)
      answers.aboutLanguage = submitted[field] === '' ? null : form.aboutLanguage
  }
  return { answers, visibility }
}

/** Returns the fields with an answer. */
export function answeredFields(answers: StoredAnswers): ReadonlySet<ProfileField> {
  return new Set(profileFields.filter((field) => isAnswered(answers, field)))
}

function isAnswered(answers: StoredAnswers, field: ProfileField): boolean {
  const value = answers[field]
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
}

function knownChoice<Field extends ChoiceField>(field: Field, value: string | null): ChoiceOf<Field> | null {
  const known: readonly ChoiceOf<Field>[] = choices[field]
  return known.find((key) => key === value) ?? null
}

/** Returns stored answers for pages: keys that have been removed from their list are dropped. */
export function toAnswers(stored: StoredAnswers): Answers {
  return {
    about: stored.about,
    // Of no text there is no language, whatever was selected beside it.
    aboutLanguage: stored.about === '' ? null : knownLanguage(stored.aboutLanguage),
    intent: stored.intent !== null && isIntent(stored.intent) ? stored.intent : null,
    interests: stored.interests.filter(isInterest),
    languages: stored.languages.filter(isSpokenLanguage),
    heightCm: stored.heightCm,
    body: knownChoice('body', stored.body),
    drinking: knownChoice('drinking', stored.drinking),
    smoking: knownChoice('smoking', stored.smoking),
    education: knownChoice('education', stored.education),
    kids: knownChoice('kids', stored.kids),
    politics: knownChoice('politics', stored.politics),
    religion: knownChoice('religion', stored.religion),
    orientation: knownChoice('orientation', stored.orientation),
  }
}

/** Returns genders as a bit set for `profiles.gender_mask` and `profiles.seeks_mask`. Unknown ones are ignored. */
export function genderMask(values: readonly string[]): number {
  return values.reduce((mask, value) => (isGender(value) ? mask | genderBits[value] : mask), 0)
}

const languageBits = new Map<string, number>(spokenLanguages.map((language, index) => [language, 1 << index]))

/** Returns languages as a bit set, to compare many people. Unknown ones are ignored. It is never stored: the list may change. */
export function languageMask(values: readonly string[]): number {
  return values.reduce((mask, value) => mask | (languageBits.get(value) ?? 0), 0)
}

export function languagesOf(mask: number): SpokenLanguage[] {
  return spokenLanguages.filter((_, index) => (mask & (1 << index)) !== 0)
}

/** Returns what a member counts as speaking: somebody without languages speaks the page's (product.md 'Languages'). */
export const spokenBy = (languages: readonly string[], page: SpokenLanguage): readonly string[] =>
  languages.length > 0 ? languages : [page]

export function gendersOf(mask: number): Gender[] {
  return genders.filter((gender) => (mask & genderBits[gender]) !== 0)
}

/** Returns `YYYYMMDD` as a number: the difference of two, over 10,000, is an age in whole years, in SQL as well as here. */
export function dayNumber(isoDate: string): number {
  return Number(isoDate.slice(0, 10).replaceAll('-', ''))
}

/** Returns the calendar day of a time in UTC. */
export function utcDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/**
 * Returns whole years on the given day; both dates ISO `YYYY-MM-DD`. A member born on 29 February turns a year older on 1 March.
 */
export function ageOn(birthDate: string, today: string): number {
  return Math.trunc((dayNumber(today) - dayNumber(birthDate)) / 10_000)
}

/**
 * Weights of the fields in a complete profile: 100 in total. Habits, family and beliefs have none, because keeping them private
 * must not lower a rank.
 */
const completenessWeights = {
  avatar: 25,
  intent: 15,
  about: 25,
  interests: 20,
  languages: 10,
  heightCm: 5,
} as const

export type CompletenessFields = {
  avatar: string | null
  intent: string | null
  about: string
  interests: readonly string[]
  languages: readonly string[]
  heightCm: number | null
}

const fullAboutLength = 120
const fullInterestCount = 5

/** Returns 0 to 100. A short text and a few interests count partly, so that one word is not a complete answer. */
export function completenessOf(fields: CompletenessFields): number {
  const shares: Record<keyof typeof completenessWeights, number> = {
    avatar: fields.avatar ? 1 : 0,
    intent: fields.intent ? 1 : 0,
    about: Math.min(1, [...fields.about.trim()].length / fullAboutLength),
    interests: Math.min(1, fields.interests.filter(isInterest).length / fullInterestCount),
    languages: fields.languages.some(isSpokenLanguage) ? 1 : 0,
    heightCm: fields.heightCm === null ? 0 : 1,
  }
  return Math.round(keysOf(completenessWeights).reduce((sum, name) => sum + completenessWeights[name] * shares[name], 0))
}

/**
 * Returns the completeness for ranking: of the fields that every member may see. A hidden answer counts as missing, so a card's
 * points reveal nothing about it.
 */
export function shownCompleteness(
  profile: StoredAnswers & { avatar: string | null; visibility: Readonly<Record<string, string>> },
): number {
  return completenessOf(visibleFields(profile, 'stranger'))
}

/** Facts that decide how much two people have in common. */
export type Ground = { interests: readonly string[]; intent: string | null }

export type CommonGround = {
  /** 0 to 1: what both share divided by all that either has; interests and the intent count as one each. */
  share: number
  interests: Interest[]
  /** The intent that both have, or null. */
  intent: Intent | null
}

/**
 * Returns what two profiles share, relative to their union: it replaces the compatibility if too few questions of the quiz were
 * answered (product.md 'People').
 */
export function commonGround(one: Ground, other: Ground): CommonGround {
  const mine = new Set(one.interests.filter(isInterest))
  const theirs = new Set(other.interests.filter(isInterest))
  const shared = [...mine].filter((interest) => theirs.has(interest))
  const intents = new Set([one.intent, other.intent].filter((intent) => intent !== null))
  const intent = one.intent !== null && one.intent === other.intent && isIntent(one.intent) ? one.intent : null
  const all = mine.size + theirs.size - shared.length + intents.size
  return { share: all === 0 ? 0 : (shared.length + (intent ? 1 : 0)) / all, interests: shared.sort(), intent }
}

export const activityDayMs = 24 * 60 * 60_000
export const activityStepMs = 4 * 60_000

/**
 * Returns a last activity as stored. For a member who hides it, that is only its day (UTC), so that lists sorted by it reveal no
 * more.
 */
export function keptActivity(at: number, showsOnline: boolean): number {
  return showsOnline ? at : at - (at % activityDayMs)
}

/**
 * True if the last recorded activity is old enough to be recorded again. It is shorter than the dot lasts, so that the dot of somebody who
 * goes on opening pages never goes out.
 */
export function isActivityStale({ activeAt, showsOnline }: { activeAt: number; showsOnline: boolean }, now: number): boolean {
  return keptActivity(now, showsOnline) - activeAt >= activityStepMs
}

/** True if a member is shown as online: seen within the last minutes, and willing to show it. `activeAt` in ms. */
export function isOnline({ showsOnline, activeAt }: { showsOnline: boolean; activeAt: number }, now: number): boolean {
  return showsOnline && now - activeAt <= onlineMs
}

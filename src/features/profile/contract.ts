import { action } from '#shared/routing/action.ts'
import type { DrawingView } from '#shared/drawing/choices.ts'
import type { PlaceView } from '#features/location/contract.ts'
import type { AvatarLook } from '#shared/avatar.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Prompt } from './prompts.ts'

/**
 * The vocabulary of a profile. Keys are stored exactly as listed here; each has a text under `profile.<list>.<key>`. Old rows may
 * contain keys that have been removed from a list, so readers pass stored keys through the guards of rules.ts.
 */
export const genders = ['woman', 'man', 'nonbinary'] as const
export type Gender = (typeof genders)[number]

/** Bits of `profiles.gender_mask` and `profiles.seeks_mask`: two people fit if each one's bit is in the other's set. */
export const genderBits = { woman: 1, man: 2, nonbinary: 4 } as const satisfies Record<Gender, number>

export const intents = ['marriage', 'relationship', 'dating', 'friendship', 'open'] as const
export type Intent = (typeof intents)[number]

// prettier-ignore
export const interests = [
  'art', 'astronomy', 'baking', 'board-games', 'books', 'camping', 'cats', 'ceramics', 'cinema', 'climbing', 'coffee',
  'cooking', 'cycling', 'dancing', 'dogs', 'fashion', 'football', 'gardening', 'gigs', 'hiking', 'history', 'languages',
  'meditation', 'museums', 'painting', 'photography', 'podcasts', 'poetry', 'running', 'sailing', 'science', 'singing',
  'skiing', 'surfing', 'swimming', 'tea', 'theatre', 'travel', 'video-games', 'volunteering', 'wine', 'writing', 'yoga',
] as const
export type Interest = (typeof interests)[number]

/** Languages that a member may say they speak, ISO 639-1. */
// prettier-ignore
export const spokenLanguages = [
  'en', 'uk', 'pl', 'tr', 'es', 'pt', 'ro', 'cs', 'de', 'fr', 'it', 'nl', 'sv', 'el', 'hu', 'ar', 'hi', 'zh', 'ja',
] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** The language of a page, as profiles name it. */
export const pageLanguage = (code: LocaleCode): SpokenLanguage => (code === 'en-us' ? 'en' : code)

/** Languages that a list shows before all others. */
export const nearLanguagesAtMost = 4

const besides: Partial<Record<SpokenLanguage, readonly SpokenLanguage[]>> = {
  en: ['fr', 'es', 'de'],
  uk: ['en', 'pl', 'de'],
  pl: ['en', 'de', 'uk'],
  tr: ['en', 'de', 'ar'],
  es: ['en', 'fr', 'pt'],
  pt: ['en', 'es', 'fr'],
  ro: ['en', 'hu', 'it'],
  cs: ['en', 'de', 'uk'],
  de: ['en', 'tr', 'fr'],
  fr: ['en', 'es', 'de'],
}

/** A language, and those that its speakers often speak besides. */
export const languagesNear = (own: SpokenLanguage): readonly SpokenLanguage[] => [own, ...(besides[own] ?? [])]

/** Fields with one answer from a list; all are optional. Texts under `profile.<field>.<key>`. */
export const choices = {
  body: ['slim', 'athletic', 'average', 'curvy', 'sturdy', 'full-figured'],
  drinking: ['never', 'rarely', 'socially', 'often'],
  smoking: ['never', 'sometimes', 'often', 'vaping', 'quitting'],
  education: ['school', 'vocational', 'studying', 'bachelor', 'master', 'doctorate', 'self-taught'],
  kids: ['have', 'have-and-more', 'someday', 'open', 'none'],
  politics: ['left', 'green', 'progressive', 'liberal', 'centre', 'conservative', 'other', 'apolitical'],
  religion: ['agnostic', 'atheist', 'buddhist', 'christian', 'hindu', 'jewish', 'muslim', 'sikh', 'spiritual', 'other'],
  orientation: ['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'asexual', 'queer', 'questioning', 'other'],
} as const
export type ChoiceField = keyof typeof choices
export type ChoiceOf<Field extends ChoiceField> = (typeof choices)[Field][number]

export type { Prompt }

/** Limits of the fields; lengths in code points. */
export const profileLimits = {
  about: 1000,
  /** Prompts that a profile answers, and the length of an answer (product.md 'Answers and ties'). */
  promptAnswers: 3,
  promptAnswer: 140,
  interests: 12,
  languages: 8,
  minAge: 18,
  maxAge: 99,
  minHeightCm: 120,
  maxHeightCm: 230,
} as const

/** Fields of a profile, each with its own visibility, in the order in which a profile shows them. */
export const profileFields = [
  'about',
  'intent',
  'interests',
  'languages',
  'heightCm',
  'body',
  'drinking',
  'smoking',
  'education',
  'kids',
  'politics',
  'religion',
  'orientation',
] as const
export type ProfileField = (typeof profileFields)[number]

/** Visibility of a field: every member, the member's matches, or only the member. */
export const visibilities = ['everyone', 'matches', 'me'] as const
export type Visibility = (typeof visibilities)[number]

/** Used until a member chooses. Answers that invite prejudice, or have special legal protection, stay private. */
export const defaultVisibility: Readonly<Record<ProfileField, Visibility>> = {
  about: 'everyone',
  intent: 'everyone',
  interests: 'everyone',
  languages: 'everyone',
  heightCm: 'everyone',
  body: 'everyone',
  drinking: 'everyone',
  smoking: 'everyone',
  education: 'everyone',
  kids: 'matches',
  politics: 'me',
  religion: 'me',
  orientation: 'me',
}

/** Relation of a viewer to a profile: their own, a match's, or anyone else's, liked or not. */
export type Relation = 'self' | 'match' | 'stranger'

/** The answers as stored in rows; null, '' or an empty list means unanswered. `aboutLanguage` is hidden with the text. */
export type StoredAnswers = {
  about: string
  aboutLanguage: string | null
  intent: string | null
  interests: string[]
  languages: string[]
  heightCm: number | null
} & Record<ChoiceField, string | null>

/** The answers as shown on pages: only keys that are in the lists. */
export type Answers = {
  about: string
  aboutLanguage: SpokenLanguage | null
  intent: Intent | null
  interests: Interest[]
  languages: SpokenLanguage[]
  heightCm: number | null
} & { [Field in ChoiceField]: ChoiceOf<Field> | null }

/** An answer to a prompt, as stored, with who sees it. */
export type StoredPromptAnswer = { prompt: string; text: string; language: string | null; see: string }
/** The same for the member's own forms. */
export type OwnPromptAnswer = { prompt: Prompt; text: string; language: SpokenLanguage | null; see: Visibility }
/**
 * In which language a text is written. `lang`: for its element, if it is not the page's; `named`: for readers who do not speak it.
 */
export type TextLanguage = { lang: SpokenLanguage | null; named: SpokenLanguage | null }
/** An answer for a reader: the question in the page's language, the answer in its own. */
export type PromptAnswerView = { prompt: string; question: string; text: string } & TextLanguage

/** A member counts as online for this long after their last activity. */
export const onlineMs = 5 * 60_000

/** One person as another member sees them; it reveals no date of birth, address or place. */
export type PersonView = Omit<Answers, 'aboutLanguage'> & {
  aboutIn: TextLanguage
  id: string
  promptAnswers: PromptAnswerView[]
  firstName: string
  age: number
  /** URL of the portrait. */
  avatar: string | null
  online: boolean
  verified: boolean
  /** When a moderator compared them with the main photo, in ms; null without the badge. */
  verifiedAt: number | null
  /** Has premium: always for the member's own profile, for others only if they show it. */
  isPremium: boolean
  gender: Gender | null
}

/** Interests and intent that the viewer and the person have in common. */
export type TogetherView = { interests: Interest[]; intent: Intent | null }

/** `/profile`: the member's own profile, as a stranger or a match sees it, and what is still missing in it. */
export type OwnProfileProps = {
  person: PersonView
  as: 'everyone' | 'match'
  /** 0 to 100, counting all answers, hidden or not. */
  completeness: number
  missing: (ProfileField | 'avatar')[]
  /** Fields that are answered but not shown in this view. */
  hidden: ProfileField[]
  paused: boolean
}

/** The revision from which the next save starts. */
export type SavedProfile = { revision: number }

/** One form per section of `/profile-settings`, each saved separately. */
export const profileActions = {
  basics: action<SavedProfile>('/api/profile/basics', 'profile-basics'),
  words: action<SavedProfile>('/api/profile/words', 'profile-words'),
  seeking: action<SavedProfile>('/api/profile/seeking', 'profile-seeking'),
  facts: action<SavedProfile>('/api/profile/facts', 'profile-facts'),
  beliefs: action<SavedProfile>('/api/profile/beliefs', 'profile-beliefs'),
  /** Answers a prompt, or changes the answer to it. */
  answer: action<SavedProfile>('/api/profile/answers', 'profile-answer'),
  removeAnswer: action<SavedProfile>('/api/profile/answers/remove', 'profile-answer-remove'),
  portrait: action<SavedProfile>('/api/profile/portrait', 'profile-portrait'),
  /** Saves a drawing by its choices. */
  drawing: action<SavedProfile>('/api/profile/drawing', 'profile-drawing'),
  place: action<SavedProfile>('/api/profile/place', 'profile-place'),
  pause: action('/api/profile/pause', 'profile-pause'),
}

/** Fields that each section saves. */
export const sections = {
  words: ['about', 'interests', 'languages'],
  seeking: ['intent'],
  facts: ['heightCm', 'body', 'drinking', 'smoking', 'education', 'kids'],
  beliefs: ['politics', 'religion', 'orientation'],
} as const satisfies Record<string, readonly ProfileField[]>
/** The form of each answer to a prompt, in their order; the first one without an answer offers the questions. The row 'answers' lists them. */
export const answerRows = ['answer1', 'answer2', 'answer3'] as const
export type AnswerRow = (typeof answerRows)[number]

/** A row of `/profile-settings`: src/features/profile/ui/edit/edit-rows.ts. */
export type EditRow =
  | 'basics'
  | 'portrait'
  | 'place'
  | 'seeking'
  | 'pause'
  | 'answers'
  | AnswerRow
  | (typeof sections)['words' | 'facts' | 'beliefs'][number]

/** Data for the fields of a form; `visibility` is complete. */
export type AnswersView = {
  answers: Answers
  visibility: Record<ProfileField, Visibility>
  /** Interests and languages in the alphabetical order of the reader's language. */
  offered: { interests: Interest[]; languages: SpokenLanguage[] }
}

/** Name, gender and date of birth from the sign-up, in the form's format. */
export type BasicsView = {
  firstName: string
  gender: Gender | null
  /**
   * `typed`: in the order and with the separators of the locale, as `mask` requires. Fixed after one change: then only `text` is
   * shown.
   */
  birthDate: { isFixed: false; typed: string; mask: string } | { isFixed: true; text: string }
}

export type ProfileSettingsProps = AnswersView & {
  /** The row named in the URL. */
  edit: EditRow | null
  age: number
  basics: BasicsView
  /** Incremented by each save: a form opened from an older revision is refused. */
  revision: number
  promptAnswers: OwnPromptAnswer[]
  avatar: string | null
  offeredPortraits: string[]
  /** Descriptions of the drawings on offer and of the current one, for their names. */
  portraitLooks: Record<string, AvatarLook>
  portraitPage: number
  /** The builder of drawings, if the address opens it; then nothing else is shown. */
  drawing: DrawingView | null
  seeks: { genders: Gender[]; ageMin: number; ageMax: number }
  place: PlaceView
  paused: boolean
}

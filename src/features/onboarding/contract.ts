import { action } from '#shared/routing/action.ts'
import type { DrawingView } from '#shared/drawing/choices.ts'
import type { OwnPhotosProps } from '#features/photos/contract.ts'
import type { PlaceView } from '#features/location/contract.ts'
import type { AvatarLook } from '#shared/avatar.ts'
import type { AnswersView, OwnPromptAnswer, ProfileField } from '#features/profile/contract.ts'

/** Steps in order; the first three are required, the others may be skipped (product.md 'Members and registration'). */
export const steps = ['portrait', 'place', 'intent', 'answers', 'body', 'habits', 'life', 'beliefs', 'about'] as const
export type Step = (typeof steps)[number]

/** Fields of the optional steps. The step 'answers' also asks for answers to prompts. */
export const answerSteps = {
  answers: ['languages'],
  body: ['heightCm', 'body'],
  habits: ['drinking', 'smoking'],
  life: ['education', 'kids'],
  beliefs: ['politics', 'religion', 'orientation'],
  about: ['about', 'interests'],
} as const satisfies Partial<Record<Step, readonly ProfileField[]>>
export type AnswerStep = keyof typeof answerSteps

export const lastStep = 'about' satisfies Step

/** A photo or a drawing; one of them is required. */
export const portraitKinds = ['photo', 'drawing'] as const
export type PortraitKind = (typeof portraitKinds)[number]

/** The controls of the answers to prompts: the prompt and the text of each. */
export const promptFields = [
  { prompt: 'prompt1', text: 'text1' },
  { prompt: 'prompt2', text: 'text2' },
  { prompt: 'prompt3', text: 'text3' },
] as const

export const questionnaireActions = {
  save: action('/api/questionnaire', 'questionnaire'),
  /** Saves the first step by the choices of a drawing. */
  drawing: action('/api/questionnaire/drawing', 'questionnaire-drawing'),
}

/** Lower than the profile's limits: enough for a start, the rest can be added later. */
export const aboutLimits = { characters: 500, interests: 10 } as const
export const portraitsPerPage = 12

/** The step on screen with what has been saved so far. */
export type QuestionnaireProps =
  | (OwnPhotosProps & {
      step: 'portrait'
      offered: string[]
      /** Descriptions of the drawings, for their names. */
      looks: Record<string, AvatarLook>
      chosen: string | null
      page: number
      /** The panel that is initially open; null until the member has chosen one. */
      kind: PortraitKind | null
      /** The builder of drawings, if the address opens it instead of the choice. */
      drawing: DrawingView | null
    })
  | { step: 'place'; place: PlaceView }
  | (AnswersView & { step: 'intent'; seeksAgeMin: number; seeksAgeMax: number })
  | (AnswersView & { step: 'answers'; promptAnswers: OwnPromptAnswer[] })
  | (AnswersView & { step: Exclude<AnswerStep, 'answers'> })

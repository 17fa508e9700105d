import type { ProfileField } from '#features/profile/contract.ts'
import { avatarOf } from '#shared/avatar.ts'
import { answerSteps, lastStep, portraitsPerPage, steps, type AnswerStep, type Step } from './contract.ts'

/** Facts that show how far a member has come. */
export type Progress = { avatar: string | null; cellX: number | null; intent: string | null }

/** Returns the next required step that is missing, or null if none is. */
export function firstMissing(progress: Progress): Step | null {
  if (!progress.avatar) return 'portrait'
  if (progress.cellX === null) return 'place'
  if (!progress.intent) return 'intent'
  return null
}

const optionalSteps = steps.filter((step): step is AnswerStep => step in answerSteps)

/**
 * Returns the wanted step if every required step before it is done, else the first missing one. Without a wanted step it is the
 * first unanswered one, so that returning members continue where they stopped.
 */
export function stepToShow(
  wanted: string | null,
  progress: Progress,
  answered: ReadonlySet<ProfileField | 'promptAnswers'>,
): Step {
  const open = firstMissing(progress)
  const isOpen = (optional: AnswerStep) =>
    answerSteps[optional].every((field) => !answered.has(field)) && !(optional === 'answers' && answered.has('promptAnswers'))
  const step = steps.find((known) => known === wanted)
  if (step && (open === null || steps.indexOf(step) <= steps.indexOf(open))) return step
  return open ?? optionalSteps.find(isOpen) ?? lastStep
}

/** Returns the step after a saved one; null after the last. */
export function nextStep(step: Step): Step | null {
  return steps[steps.indexOf(step) + 1] ?? null
}

/** Returns the page number of portraits in `?seed=`, from 1; anything else counts as the first. */
export function portraitPage(seed: string | null): number {
  return seed !== null && /^[1-9]\d{0,3}$/.test(seed) ? Number(seed) : 1
}

const hairOf: Record<string, string> = { woman: 'f-', man: 'm-' }

/** Returns the drawn portraits of one page. `seedOf`: by page and slot, as `portraitSeeds` returns. */
export function portraitsOf(gender: string, page: number, seedOf: (page: number, index: number) => string): string[] {
  const family = hairOf[gender] ?? ''
  return Array.from({ length: portraitsPerPage }, (_, index) => avatarOf(`${family}${seedOf(page, index)}`))
}

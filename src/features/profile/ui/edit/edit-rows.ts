import { answerRows, sections, type AnswerRow, type EditRow, type ProfileField } from '#features/profile/contract.ts'

export const rowGroups = ['basics', 'words', 'facts', 'beliefs', 'pause'] as const
export type RowGroup = (typeof rowGroups)[number]

/**
 * The rows of `/profile-settings`, each opened separately (`?edit=heightCm`), under the section that saves them. Those of `answerRows`
 * are opened from the row 'answers'.
 */
export const editRows = {
  basics: ['basics', 'portrait', 'place', 'seeking'],
  words: ['about', 'answers', 'interests', 'languages'],
  facts: sections.facts,
  beliefs: sections.beliefs,
  pause: ['pause'],
} as const satisfies Record<RowGroup, readonly EditRow[]>
export const isEditRow = (value: string | null): value is EditRow =>
  [...Object.values(editRows).flat(), ...answerRows].some((row) => row === value)

/** Returns the row in which a field is answered. */
export function rowOf(field: ProfileField | 'avatar'): EditRow {
  if (field === 'avatar') return 'portrait'
  return field === 'intent' ? 'seeking' : field
}

/** Returns the position of an answer to a prompt, from 0; -1 for other rows. */
export const answerIndex = (row: EditRow): number => answerRows.findIndex((answerRow) => answerRow === row)

export const isAnswerRow = (row: EditRow): row is AnswerRow => answerIndex(row) >= 0

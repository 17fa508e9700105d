import type { ProfileSettingsProps } from '#features/profile/contract.ts'
import { storageKeys } from '#shared/browser/storage-keys.ts'
import { localStore } from '#ui/browser/stores.ts'

/** Fields that are not saved during typing, but by a press or when the control loses focus; by the names of their controls. */
const draftFields = { about: ['about'], basics: ['firstName', 'gender', 'birthDate'] } as const
export type DraftRow = keyof typeof draftFields
type DraftField = (typeof draftFields)[DraftRow][number]
type Drafts = Partial<Record<DraftField, string>>
type Saved = Pick<ProfileSettingsProps, 'answers' | 'basics'>

/**
 * The prefix is that of conversation drafts, so both are removed together. A date draft is found only in the language in which it
 * was typed, because day and month change places.
 */
function nameFor(member: string, field: DraftField): `drafts:${string}` {
  const name = field === 'birthDate' ? `${field}-${document.documentElement.lang}` : field
  return `${storageKeys.drafts}${name}:${member}`
}

/** Returns what a member has typed or chosen for their profile in this browser and not saved; it is removed with the session. */
export function readDrafts(member: string, row: DraftRow, data: Saved): Drafts {
  const saved = savedOf(data)
  const drafts: Drafts = {}
  for (const field of draftFields[row]) {
    const text = localStore.read(nameFor(member, field))
    if (text !== null && saved[field] !== undefined && saved[field] !== text) drafts[field] = text
  }
  return drafts
}

/** Stores the value of a control; a saved value is not a draft. */
export function keepDraft(member: string, row: DraftRow, control: { name: string; value: string }, data: Saved): void {
  const field = draftFields[row].find((name) => name === control.name)
  if (!field) return
  if (control.value === savedOf(data)[field]) drop(member, field)
  else keep(member, field, control.value)
}

/** Removes the drafts of saved values: with `sent`, only those that have not changed since they were sent. */
export function dropDrafts(member: string, row: DraftRow, data: Saved, sent?: Readonly<Record<string, unknown>>): void {
  const drafts = readDrafts(member, row, data)
  for (const field of draftFields[row]) if (!sent || sent[field] === drafts[field]) drop(member, field)
}

/** Returns what each control would contain without a draft; a fixed date has no control. */
function savedOf({ answers, basics: { firstName, gender, birthDate } }: Saved): Drafts {
  const saved: Drafts = { about: answers.about, firstName, gender: gender ?? '' }
  return birthDate.isFixed ? saved : { ...saved, birthDate: birthDate.typed }
}

/** If nothing can be stored, the draft lasts as long as the page. */
const keep = (member: string, field: DraftField, text: string) => localStore.write(nameFor(member, field), text)

const drop = (member: string, field: DraftField) => localStore.remove(nameFor(member, field))

import type { ProfileSettingsProps } from '#features/profile/contract.ts'
import { storageKeys } from '#shared/storage-keys.ts'

/** What a press or the end of an input saves, by the name of its control. */
const draftFields = { about: ['about'], basics: ['firstName', 'gender', 'birthDate'] } as const
export type DraftRow = keyof typeof draftFields
type DraftField = (typeof draftFields)[DraftRow][number]
type Drafts = Partial<Record<DraftField, string>>
type Saved = Pick<ProfileSettingsProps, 'answers' | 'basics'>

/**
 * It begins as the drafts of conversations do, and so it is forgotten with them. A date is found again only in the
 * language that it was typed in: day and month change places.
 */
function nameFor(member: string, field: DraftField): string {
  const name = field === 'birthDate' ? `${field}-${document.documentElement.lang}` : field
  return `${storageKeys.drafts}${name}:${member}`
}

/** What a member typed or chose about themselves in this browser, and has not saved; it goes with the session. */
export function readDrafts(member: string, row: DraftRow, data: Saved): Drafts {
  const saved = savedOf(data)
  const drafts: Drafts = {}
  try {
    for (const field of draftFields[row]) {
      const text = localStorage.getItem(nameFor(member, field))
      if (text !== null && saved[field] !== undefined && saved[field] !== text) drafts[field] = text
    }
  } catch {
    // forbidden
  }
  return drafts
}

/** Keeps what stands in a control; what is saved already is no draft. */
export function keepDraft(member: string, row: DraftRow, control: { name: string; value: string }, data: Saved): void {
  const field = draftFields[row].find((name) => name === control.name)
  if (!field) return
  if (control.value === savedOf(data)[field]) drop(member, field)
  else keep(member, field, control.value)
}

/** Takes away what was saved: with `sent`, only what is still as it was sent. */
export function dropDrafts(member: string, row: DraftRow, data: Saved, sent?: Readonly<Record<string, unknown>>): void {
  const drafts = readDrafts(member, row, data)
  for (const field of draftFields[row]) if (!sent || sent[field] === drafts[field]) drop(member, field)
}

/** What each control would hold without a draft; a date that is fixed has no control. */
function savedOf({ answers, basics: { firstName, gender, birthDate } }: Saved): Drafts {
  const saved: Drafts = { about: answers.about, firstName, gender: gender ?? '' }
  return birthDate.isFixed ? saved : { ...saved, birthDate: birthDate.typed }
}

function keep(member: string, field: DraftField, text: string): void {
  try {
    localStorage.setItem(nameFor(member, field), text)
  } catch {
    // Full or forbidden: the draft lives as long as the page.
  }
}

function drop(member: string, field: DraftField): void {
  try {
    localStorage.removeItem(nameFor(member, field))
  } catch {
    // forbidden
  }
}

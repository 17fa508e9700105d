import { action } from '#shared/routing/action.ts'
import type { EvidenceMessage } from '#features/chat/contract.ts'
import type { Relation, StoredAnswers } from '#features/profile/contract.ts'
import type { TieKind } from '#shared/text/tie.ts'

export const reportActions = { report: action<{ reported: true }>('/api/reports', 'report') }

/** Categories of reports; each has a text under `safety.report.categories.<key>`. Retired ones stay in old rows. */
export const reportCategories = ['fake', 'spam', 'harassment', 'explicit', 'underage', 'danger', 'other'] as const
export type ReportCategory = (typeof reportCategories)[number]

/** The pages with the form. */
export const pageSources = ['profile', 'conversation'] as const
export type PageSource = (typeof pageSources)[number]

/** Encounters, in which neither member sees the other's profile. */
export const encounterSources = ['anonymous', 'blind'] as const
export type EncounterSource = (typeof encounterSources)[number]

/** Where a report was made. */
export type ReportSource = PageSource | EncounterSource

/** Reports of encounters by this many different members within this time pause the reported member's access to encounters. */
export const encounterPauseRule = { members: 3, windowMs: 24 * 60 * 60 * 1000 } as const

export type DecidedState = 'dismissed' | 'acted'
export type ReportState = 'open' | DecidedState
/** Code points of a moderator's reason for a decision. */
export const decisionReasonLength = { min: 10, max: 1000 } as const
/** Maximum number of open reports about one member that can be decided together. */
export const mostDecidedTogether = 50

export const reportLimits = {
  /** Code points of the reporter's text. */
  text: 1000,
  /** Maximum number of a member's reports within `windowMs`. */
  most: 20,
  windowMs: 24 * 60 * 60 * 1000,
  /** Newest messages that are stored as evidence (product.md 'People'). */
  messages: 200,
} as const

/** The profile as its reporter saw it, without fields that were hidden from them. */
export type ProfileEvidence = {
  firstName: string
  age: number
  gender: string
  relation: Relation
  /** `photo:<key>`, or `style:seed` of a drawing. */
  portrait: string | null
  photos: EvidencePhoto[]
  answers: Partial<StoredAnswers>
  /** Missing in reports from before profiles had them. */
  promptAnswers?: { prompt: string; text: string }[]
  /** What their likes of the reporter were tied to, withdrawn ones of the last 30 days too. Missing if there are none. */
  ties?: TieEvidence[]
}

/** `text`, `photo`: the reporter's thing; both are null once it was changed or removed. `line`: what the reported member wrote. */
export type TieEvidence = {
  kind: TieKind
  text: string | null
  photo: EvidencePhoto | null
  line: string | null
  givenAt: number
  withdrawnAt: number | null
}
export type EvidencePhoto = { key: string; width: number; height: number }

/** `left`: how many older ones of the 200 did not fit into one row. */
export type MessagesEvidence = { conversation: string; messages: EvidenceMessage[]; left: number }

/** The result shown on /main-settings after a report: its query parameter `done`. */
export const reportOutcomes = ['reported', 'urgent'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** A person whose conversation with the member has ended, whoever ended it and however. `endedAt` in ms. */
export type EndedPerson = { id: string; firstName: string; endedAt: number }

/** People who can be reported from /main-settings, newest first, and the one selected in its URL (query parameter `report`). */
export type EndedList = { people: EndedPerson[]; chosen: EndedPerson | null }

export const mostEnded = 50

/** The list's anchor on /main-settings. */
export const endedAnchor = 'ended'

import { action } from '#shared/routing/action.ts'
import type { EvidenceMessage } from '#features/chat/contract.ts'
import type { Relation, StoredAnswers } from '#features/profile/contract.ts'

export const reportActions = { report: action<{ reported: true }>('/api/reports', 'report') }

/** What a report is about; each has a text under `safety.report.categories.<key>`. Those that left the list stay in old rows. */
export const reportCategories = ['fake', 'spam', 'harassment', 'explicit', 'underage', 'danger', 'other'] as const
export type ReportCategory = (typeof reportCategories)[number]

/** Where somebody stands who reports. */
export const reportSources = ['profile', 'conversation'] as const
export type ReportSource = (typeof reportSources)[number]

export const reportLimits = {
  /** Characters (code points) of what the reporter says. */
  text: 1000,
  /** Reports of one member within `windowMs`. */
  most: 20,
  windowMs: 24 * 60 * 60 * 1000,
  /** Newest messages that are kept as evidence (product.md 'People'). */
  messages: 200,
} as const

/** The profile as its reporter saw it then: what was hidden from them is not in it. */
export type ProfileEvidence = {
  firstName: string
  age: number
  gender: string
  relation: Relation
  /** `photo:<key>`, or `style:seed` of a drawing. */
  portrait: string | null
  photos: { key: string; width: number; height: number }[]
  answers: Partial<StoredAnswers>
}

/** `left`: older ones of the 200 that did not fit into one row. */
export type MessagesEvidence = { conversation: string; messages: EvidenceMessage[]; left: number }

/** What /main-settings says after a report: its query parameter `done`. */
export const reportOutcomes = ['reported', 'urgent'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** Someone whose conversation with the member has ended, whoever ended it and however. `endedAt` in ms. */
export type EndedPerson = { id: string; firstName: string; endedAt: number }

/** Those who can be reported from /main-settings, newest first, and whom its address has chosen (query parameter `report`). */
export type EndedList = { people: EndedPerson[]; chosen: EndedPerson | null }

export const mostEnded = 50

/** The list's place on /main-settings. */
export const endedAnchor = 'ended'

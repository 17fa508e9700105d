import { action } from '#shared/routing/action.ts'

/** The house rules that a restriction can name; each has a title and a sentence under `restricted.rule.<key>`. */
export const restrictionRules = [
  'fake-profile',
  'harassment',
  'hate',
  'sexual-content',
  'scam',
  'spam',
  'under-age',
  'others-photos',
] as const
export type RestrictionRule = (typeof restrictionRules)[number]

export const restrictionActions = {
  /** The one appeal against the current restriction. */
  appeal: action('/api/restriction/appeal', 'appeal', { openToRestricted: true }),
}
/** Characters of an appeal. */
export const appealLength = { min: 20, max: 2000 } as const
/** Characters of the facts in a statement of reasons. */
export const factsLength = { min: 10, max: 2000 } as const

export type AppealView = {
  text: string
  appealedAt: number
  /** Null until it is decided. A lifted restriction no longer shows this page. */
  decidedAt: number | null
}

/** The statement of reasons, and the state of the appeal. */
export type RestrictedProps = {
  rule: RestrictionRule
  facts: string
  since: number
  /** Null: permanent. */
  until: number | null
  decidedBy: 'person' | 'program'
  appeal: AppealView | null
}

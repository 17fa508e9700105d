import type { PromptAnswerView, TextLanguage } from '#features/profile/contract.ts'
import { action } from '#shared/routing/action.ts'

/** Number of cards on a page of the list. */
export const pageSize = 24

/** A member as shown to everyone, in the page's language. */
export type PublicPerson = {
  firstName: string
  /** First name and age. */
  title: string
  /** URL of the photo or the drawing. */
  portrait: string | null
  /** Empty if they show it only to members, or have not answered. */
  intent: string
  about: string
  aboutIn: TextLanguage
  /** Those that the member has ticked for everyone. */
  answers: PromptAnswerView[]
  interests: string[]
  languages: string
}

/** `publicId`: random, and new with each consent. It reveals nothing about the member's id. */
export type PublicCard = PublicPerson & { publicId: string }

/** `/public-profile`: the list, or the member of `?id=`. `next` is the cursor of the following page. */
export type PublicProfileProps =
  | { kind: 'list'; people: PublicCard[]; next: string | null; isFirst: boolean }
  | { kind: 'one'; person: PublicCard }

/** The member's own consent in the settings, with what others would read. */
export type OwnPublicProfile = {
  /** Null without the consent. `since` is a day in words. */
  consent: { address: string; since: string } | null
  /** The profile is hidden for now, with or without the consent. */
  isPaused: boolean
  /** Answers that every member can see: they can be ticked. */
  answers: (PromptAnswerView & { isPublic: boolean })[]
  preview: PublicPerson
}

export const publicProfileActions = {
  /** Gives or withdraws the consent. */
  save: action<{ isPublic: boolean }>('/api/public-profile', 'public-profile'),
}

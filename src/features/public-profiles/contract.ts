import { action } from '#shared/routing/action.ts'

/** Cards on a page of the list. */
export const pageSize = 24

/** A member as everyone may read them, in the words of the page's language. */
export type PublicPerson = {
  firstName: string
  /** First name and age. */
  title: string
  /** Address of the photo or the drawing. */
  portrait: string | null
  /** Empty where they keep it for members, or have said nothing. */
  intent: string
  about: string
  interests: string[]
  languages: string
}

/** `publicId`: random, and new with each consent. It says nothing about the member's id. */
export type PublicCard = PublicPerson & { publicId: string }

/** `/public-profile`: the list, or the one of `?id=`. `next` is the cursor of the page after this one. */
export type PublicProfileProps =
  | { kind: 'list'; people: PublicCard[]; next: string | null; isFirst: boolean }
  | { kind: 'one'; person: PublicCard }

/** One's own consent in the settings, with what others would read. */
export type OwnPublicProfile = {
  /** Null without the consent. `since` is a day in words. */
  consent: { address: string; since: string } | null
  /** It is not shown for now, with or without the consent. */
  isPaused: boolean
  preview: PublicPerson
}

export const publicProfileActions = {
  /** Gives or withdraws the consent. */
  save: action<{ isPublic: boolean }>('/api/public-profile', 'public-profile'),
}

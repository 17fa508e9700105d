import type { TieOffer } from '#features/likes/contract.ts'
import { fetchProps } from '#ui/browser/fetch-payload.ts'
import type { ShownProfile } from './named-thing.ts'

/** What a profile's page says about its things; `ties`: null if the person cannot be liked. */
export type OfferedProfile = Pick<ShownProfile, 'person' | 'photos'> & { ties: TieOffer | null }

/** Fetches what a like of a person can be tied to, from the page at `address`; null if that is not known. It counts as no visit. */
export const findOffer = (address: string): Promise<OfferedProfile | null> =>
  // Offline, or another build: the link to the profile stays.
  fetchProps<OfferedProfile>(address).catch(() => null)

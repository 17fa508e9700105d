import type { TieOffer } from '#features/likes/contract.ts'
import type { ShownProfile } from './named-thing.ts'

/** What a profile's page says about its things; `ties`: null if the person cannot be liked. */
export type OfferedProfile = Pick<ShownProfile, 'person' | 'photos'> & { ties: TieOffer | null }

/** Fetches what a like of a person can be tied to, from the page at `address`; null if it cannot be fetched. It counts as no visit. */
export async function findOffer(address: string): Promise<OfferedProfile | null> {
  try {
    const response = await fetch(`${new URL(address, location.href).pathname}/_payload.json`, {
      headers: { Accept: 'application/json' },
    })
    if (!response.ok) return null
    const { data }: { data?: { props: OfferedProfile } } = await response.json()
    return data?.props ?? null
  } catch {
    return null // offline: the link to the profile stays
  }
}

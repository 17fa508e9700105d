import type { PeopleNearby, PeopleNearbyProps } from '#features/nearby/contract.ts'
import { fetchProps } from '#ui/browser/fetch-payload.ts'

/** Fetches the page of people at a URL of the list; null if it cannot be fetched. */
export async function fetchPeople(address: string): Promise<PeopleNearby | null> {
  // Offline, or another build: the link to the next page stays.
  const props = await fetchProps<PeopleNearbyProps>(address).catch(() => null)
  return props?.nearby ?? null
}

import type { PeopleNearby, PeopleNearbyProps } from '#features/nearby/contract.ts'

/** Fetches the page of people at a URL of the list, as its payload; null if it cannot be fetched. */
export async function fetchPeople(address: string): Promise<PeopleNearby | null> {
  const url = new URL(address, location.href)
  try {
    const response = await fetch(`${url.pathname}/_payload.json${url.search}`, { headers: { Accept: 'application/json' } })
    if (!response.ok) return null
    const { data } = (await response.json()) as { data?: { props: PeopleNearbyProps } }
    return data?.props.nearby ?? null
  } catch {
    return null // offline: the link to the next page stays
  }
}

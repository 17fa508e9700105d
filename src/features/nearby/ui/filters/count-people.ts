import { nearbyActions, type PeopleCount } from '#features/nearby/contract.ts'

/** Null if the count is unknown, offline or above the rate limit; the button then shows no number. */
export async function countPeople(form: HTMLFormElement): Promise<PeopleCount | null> {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') query.append(name, value)
  try {
    const response = await fetch(`${nearbyActions.count.path}?${query}`, { headers: { Accept: 'application/json' } })
    return response.ok ? await response.json() : null
  } catch {
    return null // offline
  }
}

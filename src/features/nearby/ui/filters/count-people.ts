import type { PeopleCount } from '#features/nearby/contract.ts'
import { apiPaths } from '#shared/routing/api-paths.ts'

/** Null when it cannot be told just now, and above the limit: the button then says no number. */
export async function countPeople(form: HTMLFormElement): Promise<PeopleCount | null> {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') query.append(name, value)
  try {
    const response = await fetch(`${apiPaths.peopleCount}?${query}`, { headers: { Accept: 'application/json' } })
    return response.ok ? ((await response.json()) as PeopleCount) : null
  } catch {
    return null // offline
  }
}

import { apiPaths } from '#shared/routing/api-paths.ts'
import type { Viewer } from '#shared/bootstrap.ts'

/** Whose session this browser has now; null for none, undefined when nobody could say. */
export async function askWhose(): Promise<Pick<Viewer, 'id' | 'state'> | null | undefined> {
  try {
    const response = await fetch(apiPaths.sessionStatus, { headers: { Accept: 'application/json' } })
    if (!response.ok) return undefined
    return ((await response.json()) as { user: Pick<Viewer, 'id' | 'state'> | null }).user
  } catch {
    return undefined // offline says nothing about the session
  }
}

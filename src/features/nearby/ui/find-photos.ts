import { apiPaths } from '#shared/routing/api-paths.ts'

/** Addresses of the photos that a card leafs through; none when the server cannot be reached. */
export async function findPhotos(id: string): Promise<readonly string[]> {
  try {
    const response = await fetch(`${apiPaths.peoplePhotos}?${new URLSearchParams({ id })}`)
    if (!response.ok) return []
    return ((await response.json()) as { photos: string[] }).photos
  } catch {
    return [] // offline: the press opens the profile, which says so
  }
}

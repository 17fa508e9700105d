import { nearbyActions } from '#features/nearby/contract.ts'
import type { AnswerOf } from '#shared/routing/action.ts'

/** Fetches the URLs of a card's photos; none if the server cannot be reached. */
export async function findPhotos(id: string): Promise<readonly string[]> {
  try {
    const response = await fetch(`${nearbyActions.photos.path}?${new URLSearchParams({ id })}`)
    if (!response.ok) return []
    const { photos }: AnswerOf<typeof nearbyActions.photos> = await response.json()
    return photos
  } catch {
    return [] // offline: the press opens the profile, which says so
  }
}

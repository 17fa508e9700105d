import { useEffect } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { listedPeopleKey } from '#shared/browser/storage-keys.ts'
import { tabStore } from '#ui/browser/stores.ts'

/** `viewer` comes first, so that another member in the same tab never uses the list. */
const pack = (viewer: string, ids: readonly string[]) => [viewer, ...ids].join()

/** Stores the list's undecided people for the tab's session, so that a profile opened from the list links to the next one. */
export function useListedPeople(ids: readonly string[]): void {
  const viewer = usePage().viewer?.id ?? ''
  const listed = pack(viewer, ids)
  useEffect(() => void tabStore.write(listedPeopleKey, listed), [listed])
}

/**
 * Returns the person after `id` in the viewer's list and removes `id` from it. Null at its end, or if the list does not contain
 * `id`.
 */
export function takeNextListed(viewer: string, id: string): string | null {
  const [owner, ...ids] = (tabStore.read(listedPeopleKey) ?? '').split(',')
  const at = ids.indexOf(id)
  if (owner !== viewer || at === -1) return null
  tabStore.write(listedPeopleKey, pack(viewer, ids.toSpliced(at, 1)))
  return ids[at + 1] ?? null
}

/** Puts a removed person back before `next` after the decision was undone. */
export function putBackListed(viewer: string, id: string, next: string): void {
  const [owner, ...ids] = (tabStore.read(listedPeopleKey) ?? '').split(',')
  const at = ids.indexOf(next)
  if (owner === viewer && at !== -1) tabStore.write(listedPeopleKey, pack(viewer, ids.toSpliced(at, 0, id)))
}

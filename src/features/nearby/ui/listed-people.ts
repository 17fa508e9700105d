import { useEffect } from 'react'
import { usePage } from '#shared/react/page-context.tsx'

const key = 'listed-people'
/** `viewer` comes first, so that another member in the same tab never takes the list up. */
const pack = (viewer: string, ids: readonly string[]) => [viewer, ...ids].join()

/** Keeps, for the tab's life, whom the list shows who are not decided about: a profile opened from it goes on to the next. */
export function useListedPeople(ids: readonly string[]): void {
  const viewer = usePage().viewer?.id ?? ''
  const listed = pack(viewer, ids)
  useEffect(() => sessionStorage.setItem(key, listed), [listed])
}

/** Who comes after `id` in the viewer's list, once. Null at its end, and where the list does not have them. */
export function takeNextListed(viewer: string, id: string): string | null {
  const [owner, ...ids] = (sessionStorage.getItem(key) ?? '').split(',')
  const at = ids.indexOf(id)
  if (owner !== viewer || at === -1) return null
  sessionStorage.setItem(key, pack(viewer, ids.toSpliced(at, 1)))
  return ids[at + 1] ?? null
}

/** Whoever was taken and is no longer decided about stands before `next` again. */
export function putBackListed(viewer: string, id: string, next: string): void {
  const [owner, ...ids] = (sessionStorage.getItem(key) ?? '').split(',')
  const at = ids.indexOf(next)
  if (owner === viewer && at !== -1) sessionStorage.setItem(key, pack(viewer, ids.toSpliced(at, 0, id)))
}

import { useEffect } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { lastPassKey } from '#shared/browser/storage-keys.ts'
import { tabStore } from '#ui/browser/stores.ts'
import { useLikes } from './provider/likes-context.ts'

/** Stores `member,passed member` for the tab's session, so that the day's undo survives a reload; '' once it is used. */
export function useKeptPass(): void {
  const viewer = usePage().viewer?.id ?? ''
  const { undoable, canUndo } = useLikes()
  const ids = undoable ? `${viewer},${undoable.id}` : canUndo ? null : ''
  useEffect(() => {
    if (ids !== null) tabStore.write(lastPassKey, ids)
  }, [ids])
}

/** The last person on whom `viewer` passed in this tab; null for another member's entry. */
export function findKeptPass(viewer: string): string | null {
  const [owner, id = null] = (tabStore.read(lastPassKey) ?? '').split(',')
  return owner === viewer ? id : null
}

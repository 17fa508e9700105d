import { useEffect } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { useLikes } from './likes-provider.tsx'

const key = 'last-pass'

/** Stores `member,passed member` for the tab's session, so that a reload keeps the day's undo; '' once it is used. */
export function useKeptPass(): void {
  const viewer = usePage().viewer?.id ?? ''
  const { undoable, canUndo } = useLikes()
  const ids = undoable ? `${viewer},${undoable.id}` : canUndo ? null : ''
  useEffect(() => {
    if (ids !== null) sessionStorage.setItem(key, ids)
  }, [ids])
}

/** The last person whom `viewer` passed on in this tab; null for another member's entry. */
export function findKeptPass(viewer: string): string | null {
  const [owner, id = null] = (sessionStorage.getItem(key) ?? '').split(',')
  return owner === viewer ? id : null
}

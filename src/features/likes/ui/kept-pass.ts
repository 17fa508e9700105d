import { useEffect } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { useLikes } from './likes-provider.tsx'

const key = 'last-pass'

/** Keeps `member,passed on` for the tab's life, so that a reload does not take the day's undo away; '' once it is used. */
export function useKeptPass(): void {
  const viewer = usePage().viewer?.id ?? ''
  const { undoable, canUndo } = useLikes()
  const ids = undoable ? `${viewer},${undoable.id}` : canUndo ? null : ''
  useEffect(() => {
    if (ids !== null) sessionStorage.setItem(key, ids)
  }, [ids])
}

/** Whom `viewer` passed on last in this tab; another member's pass is nobody's business. */
export function findKeptPass(viewer: string): string | null {
  const [owner, id = null] = (sessionStorage.getItem(key) ?? '').split(',')
  return owner === viewer ? id : null
}

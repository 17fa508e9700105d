const key = 'last-pass'

/** Keeps `member,passed on` for the tab's life, so that a reload does not take the day's undo away; '' once it is taken. */
export const keepPass = (ids: string) => sessionStorage.setItem(key, ids)

/** Whom `viewer` passed on last in this tab; another member's pass is nobody's business. */
export function findKeptPass(viewer: string): string | null {
  const [owner, id = null] = (sessionStorage.getItem(key) ?? '').split(',')
  return owner === viewer ? id : null
}

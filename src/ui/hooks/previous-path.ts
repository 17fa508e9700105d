const key = 'previous-path'

/** The page before this one (spec §2 'The previous page path is remembered'), stored for the tab's session. */
export function rememberPath(path: string): void {
  sessionStorage.setItem(key, path)
}

export function findPreviousPath(): string | null {
  return sessionStorage.getItem(key)
}

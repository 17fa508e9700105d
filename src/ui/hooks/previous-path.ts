import { previousPathKey } from '#shared/browser/storage-keys.ts'
import { tabStore } from '../browser/stores.ts'

/** Remembers the page before this one (spec §2 'The previous page path is remembered') for the tab's session. */
export function rememberPath(path: string): void {
  tabStore.write(previousPathKey, path)
}

export function findPreviousPath(): string | null {
  return tabStore.read(previousPathKey)
}

import type { StorageKey } from '#shared/browser/browser-data.ts'
import { isPersonal, type StorageArea } from '#shared/browser/storage-keys.ts'

/** One of the browser's two storages. Nothing of it throws. */
export type Store<Area extends StorageArea> = {
  /** Null for an unknown key, and where the browser keeps nothing for this site; `onError` gets the reason. */
  read(key: StorageKey<Area>, onError?: (error: unknown) => void): string | null
  /** False where the text was not stored: the storage is full, forbidden or missing. */
  write(key: StorageKey<Area>, text: string): boolean
  remove(key: StorageKey<Area>): void
  /** Removes all that belongs to a member, but for `except`. */
  removePersonal(except: readonly string[]): void
  /** True where something is stored that belongs to a member; `except` counts for nothing. */
  hasPersonal(except?: readonly string[]): boolean
}

let isSessionOver = false

/** From now on this page stores nothing of a member: it goes on until it is left, after a sign-out, too. */
export function endPersonalData(): void {
  isSessionOver = true
}

/**
 * A damaged profile, a web view or a setting may make the storage null, or throw at the mere mention of it. `open` is therefore called again,
 * and inside of each attempt. This file and databases.ts alone name the browser's storages (test/browser-storage.test.ts).
 */
export function createStore<Area extends StorageArea>(area: Area, open: () => Storage | null): Store<Area> {
  const attempt = <Result>(work: (storage: Storage) => Result, otherwise: Result, onError?: (error: unknown) => void): Result => {
    try {
      const storage = open()
      return storage ? work(storage) : otherwise
    } catch (error) {
      onError?.(error)
      return otherwise
    }
  }
  const personal = (storage: Storage, except: readonly string[]) =>
    Object.keys(storage).filter((key) => isPersonal(area, key) && !except.includes(key))
  return {
    read: (key, onError) => attempt((storage) => storage.getItem(key), null, onError),
    write(key, text) {
      if (isSessionOver && isPersonal(area, key)) return false
      return attempt((storage) => {
        storage.setItem(key, text)
        return true
      }, false)
    },
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    removePersonal: (except) =>
      attempt((storage) => personal(storage, except).forEach((key) => storage.removeItem(key)), undefined),
    hasPersonal: (except = []) => attempt((storage) => personal(storage, except).length > 0, false),
  }
}

/** Local storage: of all tabs, until it is cleared. */
export const localStore = createStore('local', () => localStorage)

/** Session storage: of one tab. */
export const tabStore = createStore('session', () => sessionStorage)

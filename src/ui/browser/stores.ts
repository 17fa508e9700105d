import type { StorageKey } from '#shared/browser/browser-data.ts'
import { isPersonal, type StorageArea } from '#shared/browser/storage-keys.ts'

/** One of the browser's two storages. Its methods never throw. */
export type Store<Area extends StorageArea> = {
  /** Null for an unknown key, or if the browser stores nothing for this site; `onError` gets the reason. */
  read(key: StorageKey<Area>, onError?: (error: unknown) => void): string | null
  /** False if the text was not stored: the storage is full, forbidden or missing. */
  write(key: StorageKey<Area>, text: string): boolean
  remove(key: StorageKey<Area>): void
  /** Removes all of a member's data, apart from the keys in `except`. */
  removePersonal(except: readonly string[]): void
  /** True if any of a member's data is stored; keys in `except` do not count. */
  hasPersonal(except?: readonly string[]): boolean
}

let isSessionOver = false

/** Stops this page from storing more of a member's data. A page can outlive the sign-out until it is left. */
export function endPersonalData(): void {
  isSessionOver = true
}

/**
 * A damaged profile, a web view or a setting may make the storage null, or throw on access. `open` is therefore called inside
 * each attempt. Only this file and databases.ts access the browser's storages (test/browser-data.test.ts).
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

/** Local storage: shared by all tabs, until it is cleared. */
export const localStore = createStore('local', () => localStorage)

/** Session storage: belongs to one tab. */
export const tabStore = createStore('session', () => sessionStorage)

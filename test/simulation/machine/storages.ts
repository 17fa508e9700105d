import { ObjectStorage } from './object-storage.ts'

/** What all objects have stored, by key: `${kind} ${name}`. */
export class Storages {
  readonly #beginnings = new Map<string, Uint8Array>()
  readonly #storages = new Map<string, ObjectStorage>()

  of(key: string): ObjectStorage {
    const known = this.#storages.get(key)
    if (known) return known
    const storage = new ObjectStorage(this.#beginnings.get(key.slice(0, key.indexOf(' '))))
    this.#storages.set(key, storage)
    return storage
  }

  /** Every object of a kind that is new from now on begins with what this one has stored. */
  beginAs(kind: string, name: string): void {
    this.#beginnings.set(kind, this.of(`${kind} ${name}`).copy())
  }
}

import type { NotificationKind } from '#shared/realtime/wire.ts'

const originKey = 'origin'

/** When a letter last told of each kind. */
export class LetterStore {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  read(): Partial<Record<NotificationKind, number>> {
    const rows = this.#storage.sql.exec<{ kind: NotificationKind; at: number }>('SELECT kind, at FROM letters').toArray()
    return Object.fromEntries(rows.map(({ kind, at }) => [kind, at]))
  }

  note(kinds: readonly NotificationKind[], at: number): void {
    for (const kind of kinds) this.#storage.sql.exec('INSERT OR REPLACE INTO letters (kind, at) VALUES (?, ?)', kind, at)
  }

  /** The address by which the member's browser came last: only local runs have no configured one. */
  get localOrigin(): string {
    return this.#storage.kv.get<string>(originKey) ?? ''
  }

  keepLocalOrigin(origin: string): void {
    if (origin !== this.localOrigin) this.#storage.kv.put(originKey, origin)
  }
}

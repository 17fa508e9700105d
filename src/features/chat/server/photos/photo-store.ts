import type { WirePhoto } from '#shared/realtime/wire.ts'

/** Returns the name of a conversation's photo in the bucket. */
export function objectName(key: string): string {
  return `chat/${key}.webp`
}

type Row = {
  id: string
  sender: string
  key: string
  width: number | null
  height: number | null
  seq: number | null
  removed_at: number | null
}

/** How long a photo without a message is kept. */
const looseMs = 24 * 60 * 60 * 1000
const mostAtOnce = 20

/**
 * The SQL of a conversation's photos. A row is written before its object and deleted after it, so that every object in the bucket
 * is known.
 */
export class PhotoStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  #find(where: string, ...bindings: (string | number)[]): Row | null {
    return this.#sql.exec<Row>(`SELECT * FROM photos WHERE ${where}`, ...bindings).toArray()[0] ?? null
  }

  /** Returns the photo that a member uploaded under this `cid`; null if no upload is complete. */
  findUploaded(sender: string, cid: string): WirePhoto | null {
    const row = this.#find('sender = ? AND cid = ? AND removed_at IS NULL', sender, cid)
    return row && toPhoto(row)
  }

  /** Reserves a row for an upload, or finds the one of an interrupted upload; null if its photo is being deleted. */
  reserve(sender: string, cid: string, fresh: { id: string; key: string }, now: number): { id: string; key: string } | null {
    const known = this.#find('sender = ? AND cid = ?', sender, cid)
    if (known) return known.removed_at === null ? { id: known.id, key: known.key } : null
    this.#sql.exec('INSERT INTO photos (id, sender, cid, key, at) VALUES (?, ?, ?, ?, ?)', fresh.id, sender, cid, fresh.key, now)
    return fresh
  }

  /** Records that the object is stored; null if its row no longer exists. */
  confirm(
    id: string,
    sender: string,
    { width, height, size }: { width: number; height: number; size: number },
  ): WirePhoto | null {
    this.#sql.exec(
      'UPDATE photos SET width = ?, height = ?, size = ? WHERE id = ? AND sender = ? AND width IS NULL',
      width,
      height,
      size,
      id,
      sender,
    )
    const row = this.#find('id = ? AND sender = ? AND removed_at IS NULL', id, sender)
    return row && toPhoto(row)
  }

  /** Returns a complete photo of this sender that is not in a message yet. */
  findLoose(id: string, sender: string): WirePhoto | null {
    const row = this.#find('id = ? AND sender = ? AND seq IS NULL AND removed_at IS NULL', id, sender)
    return row && toPhoto(row)
  }

  attach(id: string, seq: number): void {
    this.#sql.exec('UPDATE photos SET seq = ? WHERE id = ?', seq, id)
  }

  /** Returns the key of a photo that `viewer` may see: one in a message, or their own upload. */
  findKey(id: string, viewer: string): string | null {
    const row = this.#find('id = ? AND removed_at IS NULL AND (seq IS NOT NULL OR sender = ?)', id, viewer)
    return row && toPhoto(row) && row.key
  }

  /** Returns the key of a photo in a message, for a report. */
  findShownKey(id: string): string | null {
    return this.#find('id = ? AND removed_at IS NULL AND seq IS NOT NULL', id)?.key ?? null
  }

  /** Hides the photo of a deleted message, and marks its object for deletion. */
  remove(id: string, now: number): void {
    this.#sql.exec('UPDATE photos SET removed_at = ? WHERE id = ?', now, id)
  }

  /** Lists the photos whose objects are due for deletion. */
  listDue(now: number): { id: string; key: string }[] {
    return this.#sql
      .exec<{ id: string; key: string }>(
        `SELECT id, key FROM photos WHERE removed_at IS NOT NULL
        UNION ALL SELECT id, key FROM photos WHERE seq IS NULL AND removed_at IS NULL AND at <= ? LIMIT ?`,
        now - looseMs,
        mostAtOnce,
      )
      .toArray()
  }

  listKeys(): string[] {
    return this.#sql
      .exec<{ key: string }>('SELECT key FROM photos')
      .toArray()
      .map(({ key }) => key)
  }

  /** Returns when the next object must be deleted, in ms, or null. */
  nextDueAt(): number | null {
    const { at } = this.#sql
      .exec<{ at: number | null }>(
        `SELECT MIN(at) AS at FROM (
          SELECT MIN(removed_at) AS at FROM photos WHERE removed_at IS NOT NULL
          UNION ALL SELECT MIN(at) + ? FROM photos WHERE seq IS NULL)`,
        looseMs,
      )
      .one()
    return at
  }

  forget(id: string): void {
    this.#sql.exec('DELETE FROM photos WHERE id = ?', id)
  }
}

function toPhoto({ id, width, height }: Row): WirePhoto | null {
  return width === null || height === null ? null : { id, width, height }
}

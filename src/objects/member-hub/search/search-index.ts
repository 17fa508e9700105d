import type { HistoryPage, FoundMessage, SearchCursor } from '#features/chat/contract.ts'
import { foldVersion } from '#shared/text/fold.ts'
import { positionOf, type WireMessage } from '#shared/realtime/wire.ts'
import { matchExpression, type SoughtWord } from './query.ts'
import { indexedText } from './words.ts'

type Found = { id: number; conversation: string; seq: number; at: number; from_me: 0 | 1 }

/** A message that a search has found, with its whole text. */
export type FoundText = Omit<FoundMessage, 'snippet'> & { id: number; text: string }

/** A conversation whose messages below `before` (a seq) are not indexed: it is older than the index. */
export type SearchGap = { conversation: string; before: number }

/** A conversation whose new messages above `since` (a position) are not indexed. */
export type SearchBehind = { conversation: string; since: number }

/** A message as a member's hub has received it; `self` is their id in that conversation. */
export type Received = { conversation: string; self: string; message: WireMessage }

/** A bound value has at most 2 MB; a text has at most 8 KB. */
const rowsAtOnce = 100

/**
 * The member's own message search: the texts of open conversations and their full-text index. A row keeps the position of the
 * change it shows, so that an older state never overwrites a newer one. A deleted message stays as an empty row.
 */
export class SearchIndex {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
  }

  /**
   * Takes messages in their current form, new or changed, in any order. One statement takes many rows, because the index writes
   * its buffer after each one.
   */
  add(messages: readonly Received[]): void {
    for (let start = 0; start < messages.length; start += rowsAtOnce) {
      const rows = messages.slice(start, start + rowsAtOnce).map(({ conversation, self, message }) => {
        const text = message.deleted ? '' : message.text
        const [position, fromMe] = [positionOf(message), message.from === self ? 1 : 0]
        return [conversation, message.seq, position, fromMe, message.sentAt, text, indexedText(text)]
      })
      this.#sql.exec(
        `INSERT INTO search_texts (conversation, seq, place, from_me, at, text, folded)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?) WHERE TRUE
         ON CONFLICT (conversation, seq) DO UPDATE SET place = excluded.place, text = excluded.text, folded = excluded.folded
         WHERE excluded.place > place AND excluded.text <> text`,
        JSON.stringify(rows),
      )
    }
  }

  /**
   * Removes a conversation, including its traces in the index's pages. For many rows, plain deletes and one pass over the index
   * take a tenth of the time of as many secure deletes.
   */
  remove(conversation: string): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec('DELETE FROM search_gaps WHERE conversation = ?', conversation)
      this.#sql.exec('DELETE FROM search_behind WHERE conversation = ?', conversation)
      if (this.#sql.exec('SELECT 1 FROM search_texts WHERE conversation = ? LIMIT 1', conversation).toArray().length === 0) return
      this.#sql.exec("INSERT INTO search (search, rank) VALUES ('secure-delete', 0)")
      this.#sql.exec('DELETE FROM search_texts WHERE conversation = ?', conversation)
      this.#sql.exec("INSERT INTO search (search) VALUES ('optimize')")
      this.#sql.exec("INSERT INTO search (search, rank) VALUES ('secure-delete', 1)")
    })
  }

  /** New messages above `since` are not indexed yet; those above an earlier position may be. */
  putOff(conversation: string, since: number): void {
    this.#sql.exec(
      'INSERT INTO search_behind (conversation, since) VALUES (?, ?) ON CONFLICT (conversation) DO UPDATE SET since = min(since, excluded.since)',
      conversation,
      since,
    )
  }

  listBehind(): SearchBehind[] {
    return this.#sql.exec<SearchBehind>('SELECT conversation, since FROM search_behind').toArray()
  }

  /** Takes the messages above a position; `since` is null if these are all. */
  catchUp(conversation: string, messages: readonly Received[], since: number | null): void {
    this.#storage.transactionSync(() => {
      this.add(messages)
      if (since === null) this.#sql.exec('DELETE FROM search_behind WHERE conversation = ?', conversation)
      else this.#sql.exec('UPDATE search_behind SET since = ? WHERE conversation = ?', since, conversation)
    })
  }

  /** Newest first; one extra row shows that there is a next page. */
  find(sought: readonly SoughtWord[], { limit, after }: { limit: number; after: SearchCursor | null }): FoundText[] {
    const expression = matchExpression(sought)
    if (expression === null) return []
    const query = this.#sql.exec<Found>(
      `SELECT t.id, t.conversation, t.seq, t.at, t.from_me FROM search JOIN search_texts t ON t.id = search.rowid
       WHERE search MATCH ?1 AND (t.at < ?2 OR (t.at = ?2 AND t.id < ?3))
       ORDER BY t.at DESC, t.id DESC LIMIT ?4`,
      expression,
      after?.at ?? Number.MAX_SAFE_INTEGER,
      after?.id ?? 0,
      limit + 1,
    )
    const rows = query.toArray()
    const texts = this.#textsOf(rows.map(({ id }) => id))
    return rows.map(({ from_me, ...row }) => ({
      ...row,
      fromMe: from_me === 1,
      text: texts.get(row.id) ?? '',
    }))
  }

  /** Read only for the rows of one page: the sorting query would read them for every match. */
  #textsOf(ids: readonly number[]): Map<number, string> {
    const rows = this.#sql.exec<{ id: number; text: string }>(
      'SELECT id, text FROM search_texts WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    )
    return new Map([...rows].map(({ id, text }) => [id, text]))
  }

  /** True while texts wait that were indexed by an older version of `fold`, or not at all. */
  get isStale(): boolean {
    const { version, below } = this.#readFold()
    return version !== foldVersion || below > 0
  }

  /**
   * Indexes up to `most` of the waiting texts, the newest first. A text that changed in the meantime is indexed in its current
   * form.
   */
  rebuild(most: number): void {
    this.#storage.transactionSync(() => {
      const { version, below } = this.#readFold()
      const bound = version === foldVersion ? below : Number.MAX_SAFE_INTEGER
      const rows = this.#sql
        .exec<{ id: number; text: string }>(
          'SELECT id, text FROM search_texts WHERE id < ? ORDER BY id DESC LIMIT ?',
          bound,
          most,
        )
        .toArray()
      for (let start = 0; start < rows.length; start += rowsAtOnce) {
        const folded = rows.slice(start, start + rowsAtOnce).map(({ id, text }) => [id, indexedText(text)])
        this.#sql.exec(
          'UPDATE search_texts SET folded = value ->> 1 FROM json_each(?) WHERE search_texts.id = value ->> 0',
          JSON.stringify(folded),
        )
      }
      const left = rows.length < most ? 0 : (rows.at(-1)?.id ?? 0)
      this.#sql.exec('UPDATE search_fold SET version = ?, below = ?', foldVersion, left)
    })
  }

  #readFold(): { version: number; below: number } {
    return this.#sql.exec<{ version: number; below: number }>('SELECT version, below FROM search_fold').one()
  }

  listGaps(): SearchGap[] {
    return this.#sql.exec<SearchGap>('SELECT conversation, before FROM search_gaps').toArray()
  }

  /**
   * Adds a page of the log to a gap. `self`: the member's id in that conversation. The gap ends with the log, or with the
   * conversation: then page or `self` is null.
   */
  fill({ conversation, before }: SearchGap, page: HistoryPage | null, self: string | null): void {
    this.#storage.transactionSync(() => {
      // The gap may have been filled or forgotten while the page was loading.
      const known = this.#sql.exec('SELECT 1 FROM search_gaps WHERE conversation = ? AND before = ?', conversation, before)
      if (known.toArray().length === 0) return
      const first = page?.messages[0]
      if (page && self !== null) this.add(page.messages.map((message) => ({ conversation, self, message })))
      if (page?.more && first && self !== null)
        this.#sql.exec('UPDATE search_gaps SET before = ? WHERE conversation = ?', first.seq, conversation)
      else this.#sql.exec('DELETE FROM search_gaps WHERE conversation = ?', conversation)
    })
  }
}

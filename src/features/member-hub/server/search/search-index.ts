import type { HistoryPage } from '#features/chat/contract.ts'
import { positionOf, type WireMessage } from '#shared/realtime/wire.ts'
import type { FoundMessage, SearchCursor } from '#features/member-hub/contract.ts'
import { hitEnd, hitStart, snippetParts } from './query.ts'

type Found = { id: number; conversation: string; seq: number; at: number; from_me: 0 | 1 }

/** A conversation whose messages below `before` (a seq) were never indexed: it is older than the index. */
export type SearchGap = { conversation: string; before: number }

/** A message as a member's hub has received it; `self` is their id in that conversation. */
export type Received = { conversation: string; self: string; message: WireMessage }

/** A bound value has at most 2 MB; a text has at most 8 KB. */
const rowsAtOnce = 100

/** Words around a hit in its snippet. */
const snippetWords = 16

/**
 * The member's own message search: the texts of open conversations and their full-text index. A row keeps the position of the
 * change it shows, so that an older state never overwrites a newer one. A message taken back stays as an empty row.
 */
export class SearchIndex {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
  }

  /**
   * Takes messages as they are now, new or changed, in any order. One statement takes many rows, because the index writes its
   * buffer after each one.
   */
  add(messages: readonly Received[]): void {
    for (let start = 0; start < messages.length; start += rowsAtOnce) {
      const rows = messages
        .slice(start, start + rowsAtOnce)
        .map(({ conversation, self, message }) => [
          conversation,
          message.seq,
          positionOf(message),
          message.from === self ? 1 : 0,
          message.sentAt,
          message.deleted ? '' : message.text,
        ])
      this.#sql.exec(
        `INSERT INTO search_texts (conversation, seq, place, from_me, at, text)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) WHERE TRUE
         ON CONFLICT (conversation, seq) DO UPDATE SET place = excluded.place, text = excluded.text
         WHERE excluded.place > place AND excluded.text <> text`,
        JSON.stringify(rows),
      )
    }
  }

  /**
   * Removes a conversation; nothing of it stays in the index's pages. For many rows, plain deletes and one pass over the
   * index take a tenth of the time of as many secure deletes.
   */
  remove(conversation: string): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec('DELETE FROM search_gaps WHERE conversation = ?', conversation)
      if (this.#sql.exec('SELECT 1 FROM search_texts WHERE conversation = ? LIMIT 1', conversation).toArray().length === 0) return
      this.#sql.exec("INSERT INTO search (search, rank) VALUES ('secure-delete', 0)")
      this.#sql.exec('DELETE FROM search_texts WHERE conversation = ?', conversation)
      this.#sql.exec("INSERT INTO search (search) VALUES ('optimize')")
      this.#sql.exec("INSERT INTO search (search, rank) VALUES ('secure-delete', 1)")
    })
  }

  /** Newest first, with one more than asked for when there is a next page. `expression`: see `matchExpression`. */
  find(expression: string, { limit, after }: { limit: number; after: SearchCursor | null }): (FoundMessage & { id: number })[] {
    const rows = this.#sql
      .exec<Found>(
        `SELECT t.id, t.conversation, t.seq, t.at, t.from_me FROM search JOIN search_texts t ON t.id = search.rowid
         WHERE search MATCH ?1 AND (t.at < ?2 OR (t.at = ?2 AND t.id < ?3))
         ORDER BY t.at DESC, t.id DESC LIMIT ?4`,
        expression,
        after?.at ?? Number.MAX_SAFE_INTEGER,
        after?.id ?? 0,
        limit + 1,
      )
      .toArray()
    const snippets = this.#snippets(
      expression,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, conversation, seq, at, from_me }) => ({
      id,
      conversation,
      seq,
      at,
      fromMe: from_me === 1,
      snippet: snippetParts(snippets.get(id) ?? ''),
    }))
  }

  /** Made for the rows of one page only: in the sorting query they would be made for every match. */
  #snippets(expression: string, ids: readonly number[]): Map<number, string> {
    const rows = this.#sql.exec<{ id: number; marked: string }>(
      `SELECT rowid AS id, snippet(search, 0, ?, ?, '…', ${snippetWords}) AS marked FROM search
       WHERE search MATCH ? AND rowid IN (SELECT value FROM json_each(?))`,
      hitStart,
      hitEnd,
      expression,
      JSON.stringify(ids),
    )
    return new Map([...rows].map(({ id, marked }) => [id, marked]))
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

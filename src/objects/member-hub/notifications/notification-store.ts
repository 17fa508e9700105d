import * as v from 'valibot'
import {
  keptNotifications,
  photoDecisionsMs,
  type StoredNotification,
  type Notice,
  type NotificationCursor,
} from '#features/notifications/contract.ts'
import type { NotificationCounts } from './devices.ts'

type Row = {
  id: string
  kind: Notice['kind']
  conversation: string | null
  from_id: string | null
  data: string
  at: number
  unread: number
  mail_at: number | null
}

/** `mailAt`: time (ms) from which an email may report it. */
export type WaitingNotice = StoredNotification & { mailAt: number }

/** The notifications of one member, in the SQLite of their hub (table `notifications`). */
export class NotificationStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  /** Cached count, needed for each message that is read immediately. */
  #unread: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
  }

  /**
   * Stores a notice; null if its id is known. `mailAt`: time (ms) from which an email may report it, null for never. One unread
   * notice per conversation and kind is enough: a newer one replaces it. The same holds for digests of visitors; likes and
   * decisions about photos are accumulated. A replacement keeps the earlier `mailAt`.
   */
  add(notice: Notice, at: number, mailAt: number | null): StoredNotification | null {
    return this.#storage.transactionSync(() => {
      if (this.#isKnown(notice)) return null
      const before = this.#takeReplaced(notice, at)
      const photos = isAboutPhoto(notice) && before ? sumOfPhotos(notice, before) : null
      const { id, kind, ...rest } = notice
      const { conversation = null, from = null, ...facts } = { conversation: undefined, from: undefined, ...rest }
      const likes = kind === 'like' && from !== null ? sumOfLikes(id, from, before) : null
      const keepsWaiting = before && before.mail_at !== null && mailAt !== null
      this.#write(
        'INSERT INTO notifications (id, kind, conversation, from_id, data, at, mail_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        id, kind, conversation, from, JSON.stringify(likes ? { ...facts, ...likes } : (photos ?? facts)), at,
        keepsWaiting ? Math.min(before.mail_at ?? mailAt, mailAt) : mailAt,
      ) // prettier-ignore
      this.#write(
        'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)',
        keptNotifications,
      )
      return { notice: photos ? toNotice(id, photos) : notice, others: likes?.others ?? [], at, unread: true }
    })
  }

  #isKnown({ id, kind }: Notice): boolean {
    if (this.#sql.exec('SELECT 1 FROM notifications WHERE id = ?', id).toArray().length > 0) return true
    if (kind !== 'like' && kind !== 'moderation') return false
    const [newest] = this.#sql
      .exec<Row>(`SELECT * FROM notifications WHERE kind = ? AND ${isNoReport} ORDER BY at DESC LIMIT 1`, kind)
      .toArray()
    return newest !== undefined && likesOf(newest).ids.includes(id)
  }

  /** Removes and returns the unread notice that a new one replaces, if any. */
  #takeReplaced(notice: Notice, at: number): Row | null {
    const isOneEach =
      notice.kind === 'message' || notice.kind === 'request' || notice.kind === 'gift' || notice.kind === 'favourite'
    const conversation = isOneEach ? notice.conversation : null
    if (conversation === null && !isAdded(notice)) return null
    const [row] = this.#sql
      .exec<Row>(
        `SELECT * FROM notifications WHERE unread = 1 AND kind = ? AND conversation IS ? AND ${isNoReport}
          ORDER BY at DESC LIMIT 1`,
        notice.kind,
        conversation,
      )
      .toArray()
    if (!row || (notice.kind === 'moderation' && row.at < at - photoDecisionsMs)) return null
    this.#write('DELETE FROM notifications WHERE id = ?', row.id)
    return row
  }

  /** Lists notifications newest first, from below `before` on. */
  list(limit: number, before: NotificationCursor | null): StoredNotification[] {
    return this.#sql
      .exec<Row>(
        'SELECT * FROM notifications WHERE (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?',
        before?.at ?? Number.MAX_SAFE_INTEGER,
        before?.id ?? '',
        limit,
      )
      .toArray()
      .map(toKept)
  }

  /** Lists those that an email may still report, oldest first; read ones need none. */
  listWaiting(): WaitingNotice[] {
    return this.#sql
      .exec<Row>('SELECT * FROM notifications WHERE unread = 1 AND mail_at IS NOT NULL ORDER BY at')
      .toArray()
      .map((row) => ({ ...toKept(row), mailAt: row.mail_at ?? row.at }))
  }

  /** Returns the conversation of the newest unread match since a time; null for none. */
  newestMatch(since: number): string | null {
    const [row] = this.#sql
      .exec<Pick<Row, 'conversation'>>(
        "SELECT conversation FROM notifications WHERE unread = 1 AND kind = 'match' AND at >= ? ORDER BY at DESC LIMIT 1",
        since,
      )
      .toArray()
    return row?.conversation ?? null
  }

  /** Lists the unread ones of a kind that came at `since` or later. */
  listUnread(kind: Notice['kind'], since: number): Notice[] {
    return this.#sql
      .exec<Row>('SELECT * FROM notifications WHERE unread = 1 AND kind = ? AND at >= ?', kind, since)
      .toArray()
      .map((row) => toKept(row).notice)
  }

  /** Excludes these from any later email. */
  forgetEmail(ids: readonly string[]): void {
    this.#write('UPDATE notifications SET mail_at = NULL WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  /** Marks the notices of a conversation as read, because the member has read it. True if that changed anything. */
  markConversationRead(conversation: string): boolean {
    if (this.countUnread() === 0) return false
    return this.#update('UPDATE notifications SET unread = 0 WHERE conversation = ? AND unread = 1', conversation)
  }

  /** Deletes all notices of a kind whose subject has ended. True if there was one. */
  forgetKind(kind: Notice['kind']): boolean {
    return this.#update('DELETE FROM notifications WHERE kind = ?', kind)
  }

  /** Deletes the notices of an ended conversation. True if that changed anything. */
  forgetConversation(conversation: string): boolean {
    return this.#update('DELETE FROM notifications WHERE conversation = ?', conversation)
  }

  /**
   * Removes a person from all notices, or from those of one kind. A notice of likes from several people stays, and names the
   * newest of the others instead. True if that changed anything.
   */
  forgetPerson(person: string, kind: Notice['kind'] | null = null): boolean {
    return this.#storage.transactionSync(() => {
      const rows = this.#sql
        .exec<Row>(
          `SELECT * FROM notifications WHERE (?2 IS NULL OR kind = ?2) AND (from_id = ?1
            OR EXISTS (SELECT 1 FROM json_each(notifications.data, '$.others') WHERE value = ?1))`,
          person,
          kind,
        )
        .toArray()
      for (const row of rows) this.#leaveOut(row, person)
      return rows.length > 0
    })
  }

  #leaveOut(row: Row, person: string): void {
    const { ids, others } = likesOf(row)
    const [first, ...rest] = [...(row.from_id === null ? [] : [row.from_id]), ...others].filter((id) => id !== person)
    this.#write('DELETE FROM notifications WHERE id = ?', row.id)
    if (row.kind !== 'like' || first === undefined) return
    const left = ids.filter((id) => !id.includes(person))
    // What a like was tied to is known of the newest person alone.
    const { tie } = row.from_id === person ? {} : v.parse(tiedSchema, JSON.parse(row.data))
    this.#write(
      'INSERT OR REPLACE INTO notifications (id, kind, from_id, data, at, unread, mail_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      left[0] ?? `like:${first}`, row.kind, first, JSON.stringify({ ids: left, others: rest, tie } satisfies Likes & Tied), row.at,
      row.unread, row.mail_at,
    ) // prettier-ignore
  }

  /** Marks one notice, or all (`id` null), as read. True if that changed anything. */
  markRead(id: string | null): boolean {
    return this.#update('UPDATE notifications SET unread = 0 WHERE unread = 1 AND (?1 IS NULL OR id = ?1)', id)
  }

  /** Marks all of a kind up to the time `until` as read. True if that changed anything. */
  markKindRead(kind: Notice['kind'], until: number): boolean {
    return this.#update('UPDATE notifications SET unread = 0 WHERE kind = ? AND at <= ? AND unread = 1', kind, until)
  }

  #write(statement: string, ...values: (string | number | null)[]) {
    this.#unread = null
    return this.#sql.exec(statement, ...values)
  }

  #update(statement: string, ...values: (string | number | null)[]): boolean {
    return this.#write(statement, ...values).rowsWritten > 0
  }

  /** Returns the counts for the badges. */
  counts(): NotificationCounts {
    return { unread: this.countUnread(), bell: this.#countAtBell(), likes: this.#countLikes() }
  }

  countUnread = (): number => (this.#unread ??= this.#count('unread = 1'))

  #count(where: string): number {
    return this.#sql.exec<{ total: number }>(`SELECT COUNT(*) AS total FROM notifications WHERE ${where}`).one().total
  }

  /**
   * Counts unread notices that no tab counts; likes, visitors and new messages have their own tabs. A gift arrives as a message.
   * An accepted request has the kind of messages, but comes without an unread message, so the bell counts it.
   */
  #countAtBell(): number {
    const isAtTab = "kind IN ('like', 'visitor', 'gift') OR (kind = 'message' AND json_extract(data, '$.accepted') IS NULL)"
    return this.#count(`unread = 1 AND NOT (${isAtTab})`)
  }

  /** Lists the people of unread notices by id: once per notice, with everyone in a notice of several likes. */
  listNewPeople(): { id: string; kind: Notice['kind'] }[] {
    const rows = this.#sql.exec<Row>('SELECT * FROM notifications WHERE unread = 1 AND from_id IS NOT NULL').toArray()
    return rows.flatMap((row) =>
      [...(row.from_id === null ? [] : [row.from_id]), ...likesOf(row).others].map((id) => ({ id, kind: row.kind })),
    )
  }

  /** Marks a person's notices of a kind as read. True when that changed anything. */
  markPersonRead(person: string, kind: Notice['kind']): boolean {
    return this.#update('UPDATE notifications SET unread = 0 WHERE from_id = ? AND kind = ? AND unread = 1', person, kind)
  }

  #countLikes(): number {
    const people = "SELECT SUM(1 + COALESCE(json_array_length(data, '$.others'), 0)) AS total FROM notifications"
    return this.#sql.exec<{ total: number | null }>(`${people} WHERE kind = 'like' AND unread = 1`).one().total ?? 0
  }
}

const isAdded = (notice: Notice) => notice.kind === 'like' || notice.kind === 'visitor' || isAboutPhoto(notice)

/** Each decided report has its own notice. */
const isNoReport = "json_extract(data, '$.report') IS NULL"

const idList = v.optional(v.array(v.string()), [])
const likesSchema = v.object({ ids: idList, others: idList })
/** Data accumulated in a like's row: ids of its notices, and the other people, newest first. */
type Likes = v.InferOutput<typeof likesSchema>
const tiedSchema = v.object({ tie: v.optional(v.string()) })
type Tied = { tie: string | undefined }

const mostAdded = 100

function likesOf({ data }: Row): Likes {
  return v.parse(likesSchema, JSON.parse(data))
}

function sumOfLikes(id: string, from: string, before: Row | null): Likes {
  if (!before) return { ids: [id], others: [] }
  const { ids, others } = likesOf(before)
  const people = new Set([...(before.from_id === null ? [] : [before.from_id]), ...others])
  people.delete(from)
  return { ids: [id, ...ids].slice(0, mostAdded), others: [...people].slice(0, mostAdded) }
}

type PhotoNotice = Extract<Notice, { photo: string }>

function isAboutPhoto(notice: Notice): notice is PhotoNotice {
  return notice.kind === 'moderation' && 'photo' in notice
}

/** Decisions about several photos, with the ids of their notices. */
type Photos = { photo: 'several'; approved: number; rejected: number; ids: string[] }

function sumOfPhotos(notice: PhotoNotice, before: Row): Photos {
  const counts = [v.parse(photoFactsSchema, JSON.parse(before.data)), notice].map(countsOf)
  const ids = [notice.id, before.id, ...likesOf(before).ids]
  return {
    photo: 'several',
    approved: counts.reduce((sum, { approved }) => sum + approved, 0),
    rejected: counts.reduce((sum, { rejected }) => sum + rejected, 0),
    ids: [...new Set(ids)].slice(0, mostAdded),
  }
}

const photoFactsSchema = v.variant('photo', [
  v.object({ photo: v.picklist(['approved', 'rejected']) }),
  v.object({ photo: v.literal('several'), approved: v.number(), rejected: v.number() }),
])
type PhotoFacts = v.InferOutput<typeof photoFactsSchema>

function countsOf(facts: PhotoFacts): { approved: number; rejected: number } {
  if (facts.photo === 'several') return facts
  return facts.photo === 'approved' ? { approved: 1, rejected: 0 } : { approved: 0, rejected: 1 }
}

function toNotice(id: string, { photo, approved, rejected }: Photos): Notice {
  return { id, kind: 'moderation', photo, approved, rejected }
}

/** The facts of any kind, with the accumulated likes. */
const keptFactsSchema = v.looseObject(likesSchema.entries)

function toKept(row: Row): StoredNotification {
  const { id, kind, conversation, from_id: from, at, unread } = row
  const { ids: _, others, ...facts } = v.parse(keptFactsSchema, JSON.parse(row.data))
  const notice = { id, kind, ...(conversation === null ? {} : { conversation }), ...(from === null ? {} : { from }), ...facts }
  // Only `add` writes rows, and it only accepts notices.
  return { notice: notice as Notice, others, at, unread: unread === 1 }
}

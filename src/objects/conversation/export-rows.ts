import { givenColumns } from '#features/personal-data/server/decision.ts'
import { conversationTables } from '#features/personal-data/server/object-tables.ts'
import { objectName } from '#features/chat/server/photos/photo-store.ts'
import type { ConversationRowsQuery, ConversationTable, StoredRow, StoredRows } from '#shared/realtime/stored-rows.ts'

const pageSize = 2000
/** Characters of texts on one page; one message more may exceed it. */
const pageChars = 1_500_000

/** `isShown`: the member's pages show the conversation. Otherwise they get their own words alone. */
type Reader = { member: string; isShown: boolean }

/** Returns a page of a table for a member's export, with the columns that the register gives. */
export function exportRows(sql: SqlStorage, { member, isShown }: Reader, query: ConversationRowsQuery): StoredRows {
  switch (query.table) {
    case 'conversation':
      return { rows: readConversation(sql, { member, isShown }), next: null }
    case 'messages':
      return readMessages(sql, { member, isShown }, query.after)
    case 'photos':
      return readPhotos(sql, { member, isShown }, query)
  }
}

function readConversation(sql: SqlStorage, { member, isShown }: Reader): StoredRow[] {
  const rows = sql.exec<StoredRow>(`SELECT ${columnsOf('conversation').join(', ')} FROM conversation`).toArray()
  if (isShown) return rows
  // Whoever sent a request does not learn when the other member ended it.
  return rows.map((row) => (row['request_from'] === member ? { ...row, closed_at: null } : { ...row, request_from: null }))
}

function readMessages(sql: SqlStorage, { member, isShown }: Reader, after: string | null): StoredRows {
  const columns = columnsOf('messages').join(', ')
  const cursor = sql.exec<StoredRow>(
    `SELECT ${columns}, seq AS page_key FROM messages WHERE seq > ? AND (? OR sender = ?) ORDER BY seq LIMIT ?`,
    Number(after ?? 0),
    isShown ? 1 : 0,
    member,
    pageSize,
  )
  const rows: StoredRow[] = []
  let chars = 0
  for (const { page_key: key, ...row } of cursor) {
    rows.push(isShown ? row : withOwnReaction(row, member))
    chars += String(row['text'] ?? '').length
    if (chars >= pageChars || rows.length === pageSize) return { rows, next: String(key) }
  }
  return { rows, next: null }
}

/** Leaves out the other member's reaction: it is not the member's own word. */
function withOwnReaction(row: StoredRow, member: string): StoredRow {
  if (typeof row['reactions'] !== 'string') return row
  const reactions: { from: string }[] = JSON.parse(row['reactions'])
  const own = reactions.filter(({ from }) => from === member)
  return { ...row, reactions: own.length > 0 ? JSON.stringify(own) : null }
}

/** A received photo is given once the message that shows it was opened. `object`: the name of its file in the bucket. */
function readPhotos(sql: SqlStorage, { member, isShown }: Reader, { after, readSeq }: ConversationRowsQuery): StoredRows {
  const found = sql
    .exec<StoredRow>(
      `SELECT ${columnsOf('photos').join(', ')}, key AS object FROM photos
       WHERE id > ?1 AND removed_at IS NULL AND width IS NOT NULL AND (sender = ?2 OR (?3 AND seq IS NOT NULL AND seq <= ?4))
       ORDER BY id LIMIT ?5`,
      after ?? '',
      member,
      isShown ? 1 : 0,
      readSeq,
      pageSize,
    )
    .toArray()
  const rows = found.map((row): StoredRow => ({ ...row, object: objectName(String(row['object'])) }))
  const last = rows.length === pageSize ? rows.at(-1)?.['id'] : undefined
  return { rows, next: typeof last === 'string' ? last : null }
}

function columnsOf(table: ConversationTable): string[] {
  const decision = conversationTables[table]
  return decision ? givenColumns(decision) : []
}

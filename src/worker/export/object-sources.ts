import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { conversationObject, memberHub } from '#server/objects/stubs.ts'
import type { ConversationTable, HubTable, StoredRow } from '#shared/realtime/stored-rows.ts'
import type { ExportContext, ExportPage, ExportRow, ExportSource } from './context.ts'
import { photoFile } from './d1-sources.ts'
import { findShownPeople } from './people.ts'

/** Photos of messages copied in one step, and conversations read in one. */
const photosPage = 8
const conversationsPage = 50

const hubFiles: readonly HubTable[] = ['inbox', 'notifications', 'preferences', 'bookings', 'talk_languages']

/** Columns of objects that hold JSON. */
const jsonColumns = ['data', 'value', 'reactions', 'photo']

/** The tables of the member's hub that the register gives. */
export const hubSources: readonly ExportSource[] = hubFiles.map((table) => ({
  file: table,
  async read({ env, db, memberId }, after): Promise<ExportPage> {
    const { rows, next } = await memberHub(env, memberId).exportRows(table, after)
    const read = rows.map(withJson)
    if (table !== 'inbox' && table !== 'notifications') return { rows: read, next }
    const otherOf = (row: ExportRow) => String(row['other'] ?? row['person'] ?? '')
    const shown = await findShownPeople(db, memberId, read.flatMap((row) => [otherOf(row), ...countedWith(row)])) // prettier-ignore
    const named = read.map((row) => ({ ...row, person: shown.get(otherOf(row)) ?? null }))
    if (table === 'inbox') return { rows: named.filter(({ person }) => person !== null), next }
    return { rows: named.map((row) => withoutHidden(row, (id) => shown.has(id))), next }
  },
}))

const countsSchema = v.object({ others: v.array(v.string()) })

/** Likes that are shown as one name their other people in `data`. */
function countedWith({ data }: ExportRow): string[] {
  return v.is(countsSchema, data) ? data.others : []
}

/** Leaves out who is not shown today; the ids of the single likes name everybody. */
function withoutHidden(row: ExportRow, isShown: (id: string) => boolean): ExportRow {
  const { data } = row
  if (!v.is(countsSchema, data)) return row
  const kept = Object.entries(data).filter(([name]) => name !== 'ids')
  return { ...row, data: { ...Object.fromEntries(kept), others: data.others.filter(isShown) } }
}

/** The tables of the member's conversations that the register gives, one conversation after another. */
export const conversationSources: readonly ExportSource[] = [
  { file: 'conversation', read: (context, after) => readConversations(context, 'conversation', after) },
  { file: 'messages', read: (context, after) => readConversations(context, 'messages', after) },
  // `photos` are those of the profile.
  { file: 'conversation_photos', read: (context, after) => readConversations(context, 'photos', after) },
]

/** `conversation`: the one to go on with; `row`: after this row of it, or from its first. */
type Position = { conversation: string; row: string | null }

const parsePosition = (after: string | null): Position | null => {
  if (after === null) return null
  const [conversation = '', row = ''] = after.split(' ')
  return { conversation, row: row === '' ? null : row }
}

async function readConversations(context: ExportContext, table: ConversationTable, after: string | null): Promise<ExportPage> {
  const position = parsePosition(after)
  const listed = await listConversations(context, position)
  const rows: ExportRow[] = []
  for (const [index, { conversation, other }] of listed.entries()) {
    const from = position?.conversation === conversation ? position.row : null
    const page = await readRows(context, conversation, table, from)
    const shown = table === 'conversation' ? await findShownPeople(context.db, context.memberId, [other]) : null
    rows.push(...page.rows.map((row) => toRow(row, conversation, shown && { person: shown.get(other) ?? null })))
    // Texts and photos go into one step only as far as they are short.
    if (page.next !== null) return toPage(rows, `${conversation} ${page.next}`)
    const following = listed[index + 1]
    if (following && rows.length >= (table === 'photos' ? photosPage : 500)) return toPage(rows, `${following.conversation} `)
  }
  const last = listed.length === conversationsPage ? listed.at(-1)?.conversation : undefined
  return toPage(rows, last === undefined ? null : `${last}! `)
}

/** Photos come in pages that one step copies. */
async function readRows({ env, memberId }: ExportContext, conversation: string, table: ConversationTable, after: string | null) {
  const readSeq = table === 'photos' ? await memberHub(env, memberId).readSeqOf(conversation) : 0
  const { rows, next } = await conversationObject(env, conversation).exportRows(memberId, { table, after, readSeq })
  if (table !== 'photos' || rows.length <= photosPage) return { rows, next }
  const page = rows.slice(0, photosPage)
  return { rows: page, next: String(page.at(-1)?.['id']) }
}

/** Conversations of the member's pairs and requests, by their ids, from the position on. */
function listConversations({ db, memberId }: ExportContext, position: Position | null) {
  return db.all<{ conversation: string; other: string }>(sql`
    select conversation, other from (
      select conversation_id as conversation, iif(low_id = ${memberId}, high_id, low_id) as other
      from pairs where low_id = ${memberId} or high_id = ${memberId}
      union select conversation_id, iif(from_id = ${memberId}, to_id, from_id)
      from chat_requests where from_id = ${memberId} or to_id = ${memberId})
    where conversation >= ${position?.conversation ?? ''} order by conversation limit ${conversationsPage}`)
}

function toRow(row: StoredRow, conversation: string, person: { person: unknown } | null): ExportRow {
  const { object, ...stored } = withJson(row)
  const file = object === undefined ? {} : { file: photoFile(String(row['id'])), object }
  // The conversation's own row names itself like the others.
  return { conversation, ...stored, ...file, ...person }
}

function toPage(rows: ExportRow[], next: string | null): ExportPage {
  const photos = rows.flatMap(({ file, object }) =>
    typeof file === 'string' && typeof object === 'string' ? [{ file, object }] : [],
  )
  return { rows: rows.map((row) => without(row, 'object')), photos, next }
}

/** A row without a column that only we need. */
const without = (row: ExportRow, column: string): ExportRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column))

function withJson(row: StoredRow): ExportRow {
  const read = (name: string, value: unknown): unknown =>
    jsonColumns.includes(name) && typeof value === 'string' ? JSON.parse(value) : value
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(name, value)]))
}

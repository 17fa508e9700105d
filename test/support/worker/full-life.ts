import { env } from 'cloudflare:test'
import { getTableColumns, getTableName, is, type Column } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#db/schema.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { settleAreas } from './areas.ts'
import { createMember, db, postJson, type TestMember } from './members.ts'
import { cellAt, newArea } from './places.ts'
import { createPhoto, pictureBytes } from './photos.ts'
import { newId } from './realtime-client.ts'
import { writeTo } from './requests.ts'
import { deriveConversationId, openDirectConversation, sendMessage } from '#features/chat/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'

/** A member who has used everything, with people who had to do with them. `canary`: a word in every text of theirs. */
export type FullLife = {
  member: TestMember
  canary: string
  match: TestMember
  admirer: TestMember
  conversations: { match: string; request: string }
  order: string
}

type Row = Record<string, unknown>

/** Values that a table's checks or other tables need; everything else is filled by the kind of its column. */
const fixedValues: Record<string, (life: { member: string; other: string; canary: string }) => Row> = {
  likes: ({ member, other }) => ({ fromId: member, toId: other }),
  passes: ({ member, other }) => ({ fromId: member, toId: other }),
  visits: ({ member, other }) => ({ visitorId: member, visitedId: other }),
  favourites: ({ member, other }) => ({ ownerId: member, memberId: other }),
  gifts: ({ member, other }) => ({ fromId: member, toId: other }),
  blocks: ({ member, other }) => ({ blockerId: member, blockedId: other }),
  keptApart: ({ member, other }) => inOrder(member, other),
  reports: ({ member, other }) => ({
    reporterId: member,
    reportedId: other,
    decidedAt: null,
    decidedBy: null,
    picturesCopiedAt: null,
  }),
  restrictions: ({ member }) => ({ memberId: member, liftedAt: null, hidesAt: null, actorId: null, appealActorId: null }),
  sessions: ({ member }) => ({ subjectKind: 'member', subjectId: member, expiresAt: Date.now() + 1e9 }),
  quizAnswers: () => ({ question: 1, answer: 1 }),
  orders: ({ member }) => ({
    memberId: member,
    state: 'fulfilled',
    receiptNumber: crypto.getRandomValues(new Uint32Array(1))[0],
  }),
  cartLines: ({ member }) => ({ memberId: member, productId: 'boost-1', quantity: 1 }),
  dataExports: ({ member }) => ({ memberId: member, state: 'ready' }),
  refreshTokens: () => ({ supersededAt: null }),
  reportEvidence: ({ canary }) => ({ kind: 'profile', data: { firstName: canary, photos: [], answers: {} } }),
  registrations: ({ canary }) => ({ email: `${canary}@example.test`, expiresAt: Date.now() + 1e9 }),
  registrationCodes: () => ({}),
  contactMessages: () => ({ decidedBy: null }),
}

const inOrder = (one: string, other: string): Row => {
  const [lowId, highId] = [one, other].toSorted()
  return { lowId, highId }
}

/** Written by acts below, or without a member's data. */
const isWrittenElsewhere = new Set<string>(
  [schema.members, schema.profiles, schema.consents, schema.pairs, schema.chatRequests, schema.photos, schema.deletions].map(
    (table) => getTableName(table),
  ),
)

/** Tables in order of their references, so that what a row needs exists. */
function tablesOfMembers(): { key: string; table: SQLiteTable }[] {
  const all = Object.entries(schema).flatMap(([key, table]) => (is(table, SQLiteTable) ? [{ key, table }] : []))
  const isOwn = ({ key, table }: { key: string; table: SQLiteTable }) =>
    !isWrittenElsewhere.has(getTableName(table)) && (key in fixedValues || reaches(table, new Set()))
  const own = all.filter(isOwn)
  const rank = (table: SQLiteTable): number =>
    Math.max(
      0,
      ...parentsOf(table)
        .filter((parent) => parent !== table && parent !== schema.members)
        .map((parent) => 1 + rank(parent)),
    )
  return own.toSorted((one, other) => rank(one.table) - rank(other.table))
}

const parentsOf = (table: SQLiteTable): SQLiteTable[] =>
  getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable as SQLiteTable)

/** True if a row belongs to a member, directly or through another row. */
const reaches = (table: SQLiteTable, seen: Set<SQLiteTable>): boolean => {
  if (seen.has(table)) return false
  seen.add(table)
  return parentsOf(table).some((parent) => parent === schema.members || reaches(parent, seen))
}

/**
 * Walks every feature as one member: a row in every table that has members' data, found in the schema, with the canary in each
 * text that takes one, and acts in every object. A table that cannot be filled fails here: give its values above.
 */
export async function liveFully(canary = `canary${randomWord()}`): Promise<FullLife> {
  const member = await createMember({
    member: { firstName: canary, email: `${canary}@example.test`, passwordHash: canary },
    profile: {
      firstName: canary,
      about: canary,
      interests: [canary],
      cityId: null,
      avatar: null,
      ...cellColumnsOf(cellAt(newArea())),
    },
  })
  await settleAreas()
  const [match, admirer, stranger] = [await createMember(), await createMember(), await createMember()]
  const rows = new Map<SQLiteTable, Row>()
  for (const { key, table } of tablesOfMembers()) {
    const row = rowOf(key, table, { member: member.id, other: stranger.id, canary, rows })
    try {
      await db.insert(table).values(row as never)
    } catch (error) {
      throw new Error(`No row for ${getTableName(table)}: give its values in test/support/worker/full-life.ts`, { cause: error })
    }
    rows.set(table, row)
  }
  await createPhoto(member)
  await env.EXPORTS.put(`${member.id}/export/members.json`, canary)
  const conversations = await talk(member, { match, admirer, canary })
  return { member, canary, match, admirer, conversations, order: String(rows.get(schema.orders)?.['id']) }
}

/** A match with messages and a photo, a request in each direction, and notifications on both sides. */
async function talk(
  member: TestMember,
  { match, admirer, canary }: { match: TestMember; admirer: TestMember; canary: string },
): Promise<FullLife['conversations']> {
  const now = Date.now()
  const conversation = await deriveConversationId(env, member.id, match.id)
  await db.insert(schema.pairs).values({
    ...(inOrder(member.id, match.id) as { lowId: string; highId: string }),
    conversationId: conversation,
    matchedAt: now,
    openedAt: now,
  })
  await openDirectConversation(env, conversation, [member.id, match.id], now)
  await sendMessage(env, conversation, { member: member.id, cid: newId(), text: `hello ${canary}` })
  await sendMessage(env, conversation, { member: match.id, cid: newId(), text: `back to ${canary}` })
  const [id, key] = [newId(), newId()]
  await env.CONVERSATION.getByName(conversation).reserveUpload(member.id, newId(), { id, key })
  await env.PHOTOS.put(`chat/${key}.webp`, pictureBytes('smallJpeg'), { customMetadata: { canary } })
  await postJson(member, '/api/likes', { id: admirer.id })
  const request = await deriveConversationId(env, admirer.id, member.id)
  const written = await writeTo(admirer, member.id, `dear ${canary}`)
  if (!written.ok) throw new Error(`No request: ${written.status} ${await written.text()}`)
  await notifyMember(env, match.id, { id: newId(), kind: 'like', from: member.id })
  await db.insert(schema.likes).values({ fromId: member.id, toId: match.id, createdAt: now }).onConflictDoNothing()
  await notifyMember(env, member.id, { id: newId(), kind: 'like', from: match.id })
  return { match: conversation, request }
}

type Filling = { member: string; other: string; canary: string; rows: ReadonlyMap<SQLiteTable, Row> }

function rowOf(key: string, table: SQLiteTable, filling: Filling): Row {
  const fixed = fixedValues[key]?.(filling) ?? {}
  const references = new Map(
    getTableConfig(table).foreignKeys.map((foreign) => {
      const { columns, foreignTable, foreignColumns } = foreign.reference()
      return [columns[0]?.name, { foreignTable: foreignTable as SQLiteTable, column: foreignColumns[0] }] as const
    }),
  )
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => {
    if (name in fixed) return [name, fixed[name]]
    const reference = references.get(column.name)
    if (!reference) return [name, valueFor(name, column, filling)]
    if (reference.foreignTable === schema.members) return [name, filling.member]
    const parent = filling.rows.get(reference.foreignTable)
    const [parentName] = Object.entries(getTableColumns(reference.foreignTable)).find(([, of]) => of === reference.column) ?? []
    return [name, parent && parentName ? parent[parentName] : column.notNull ? newId() : null]
  })
  return Object.fromEntries(columns)
}

/** A text that takes any holds the canary; ids, hashes and words of a fixed choice do not. */
function valueFor(name: string, column: Column, { canary }: Filling): unknown {
  if (column.dataType === 'boolean') return false
  if (column.dataType === 'number') return 1
  if (column.dataType === 'json') return [canary]
  if (name === 'id') return newId()
  return `${canary} ${name} ${newId()}`
}

const randomWord = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => String.fromCharCode(97 + (byte % 26))).join('')

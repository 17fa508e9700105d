import { env } from 'cloudflare:test'
import { eq, getTableName } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as schema from '#db/schema.ts'
import { deriveConversationId, endConversation } from '#features/chat/server/public.ts'
import { givenColumns, type TableDecision } from '#features/personal-data/server/decision.ts'
import { conversationTables, hubTables } from '#features/personal-data/server/object-tables.ts'
import { fieldNames } from '#worker/export/field-titles.ts'
import { tableFiles } from '#worker/export/table-files.ts'
import { openExport, type Archive } from '#test/support/worker/exports.ts'
import { fillTables, givenTables, type Row } from '#test/support/worker/given-rows.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { inConversation, inHub } from '#test/support/worker/objects.ts'
import { deleteAccount } from '#test/support/worker/purge.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { openRequest } from '#test/support/worker/requests.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const now = Date.now()
const say = async ({ id }: TestMember, conversation: string, text: string) => {
  const sent = await env.MEMBER_HUB.getByName(id).send(conversation, { cid: newId(), text })
  if (!sent.ok) throw new Error(`Refused: ${sent.code}`)
  return sent.seq
}
/** Stores a photo in a conversation as an upload and its message would. */
async function showPhoto(conversation: string, sender: TestMember, seq: number): Promise<string> {
  const [id, key] = [newId(), newId()]
  await env.PHOTOS.put(`chat/${key}.webp`, `picture ${id}`)
  await inConversation(conversation, 'INSERT INTO photos (id, sender, cid, key, width, height, size, at, seq) VALUES (?, ?, ?, ?, 4, 3, 30, ?, ?)', id, sender.id, newId(), key, now, seq) // prettier-ignore
  return id
}
const objectFiles: [string, string, TableDecision | undefined][] = [
  ...['inbox', 'notifications', 'preferences', 'bookings', 'talk_languages'].map((name): [string, string, TableDecision | undefined] => [name, name, hubTables[name]]), // prettier-ignore
  ['conversation', 'conversation', conversationTables['conversation']],
  ['messages', 'messages', conversationTables['messages']],
  ['photos', 'conversation_photos', conversationTables['photos']],
]

describe('an export', () => {
  let archive: Archive
  let written: Map<string, Row>
  let member: TestMember

  beforeAll(async () => {
    const { anna, ben, conversation } = await createMatch()
    member = anna
    await say(ben, conversation, 'Hello from Ben')
    const seq = await say(anna, conversation, 'Hello from Anna')
    await showPhoto(conversation, anna, seq)
    const hub = env.MEMBER_HUB.getByName(anna.id)
    await hub.notify({ id: newId(), kind: 'match', from: ben.id, conversation })
    await hub.changePreferences({ typing: false })
    await inHub(anna.id, "INSERT INTO bookings (slot, language, languages, state) VALUES (?, 'en', 'en,uk', 'open')", now + 1e9)
    await inHub(anna.id, "INSERT INTO talk_languages (id, languages) VALUES (1, 'en,uk')")
    await eventually(async () => (await hub.inbox()).length > 0, 'inbox row')
    // The match's own row is there already.
    await db.delete(schema.pairs).where(eq(schema.pairs.conversationId, conversation))
    written = await fillTables(anna, ben)
    await db.update(schema.pairs).set({ conversationId: conversation }).where(eq(schema.pairs.conversationId, String(written.get('pairs')?.['conversationId']))) // prettier-ignore
    archive = await openExport(anna)
  })

  it('gives every column of every table that the register gives', () => {
    expect(givenTables.length).toBeGreaterThan(30)
    for (const [name, table, decision] of givenTables) {
      const rows = archive.rows(getTableName(table))
      const columns = givenColumns(decision)
      const extra = name === 'profileViews' ? ['day'] : name === 'photos' ? ['file'] : []
      expect(rows.length, name).toBeGreaterThan(0)
      for (const row of rows) {
        expect(
          Object.keys(row)
            .filter((key) => key !== 'person')
            .toSorted(),
          name,
        ).toEqual([...columns, ...extra].toSorted())
      }
      const known = written.get(name)
      if (known && name !== 'profileViews' && name !== 'pairs')
        expect(rows, name).toContainEqual(expect.objectContaining(Object.fromEntries(columns.map((key) => [key, known[key]]))))
    }
  })

  it.each(objectFiles)('gives every column of the objects’ table %s, too', (name, file, decision) => {
    const columns = decision ? givenColumns(decision) : []
    const rows = archive.rows(file)
    expect(rows.length, name).toBeGreaterThan(0)
    for (const row of rows) for (const column of columns) expect(Object.keys(row), `${name}.${column}`).toContain(column)
  })

  it('has a file for each given table, and no other', () => {
    const given = [...givenTables.map(([, table]) => getTableName(table)), ...objectFiles.map(([, file]) => file)]
    expect(tableFiles.toSorted()).toEqual(given.toSorted())
    const names = [...archive.files.keys()]
    expect(names.filter((each) => each.startsWith('data/')).toSorted()).toEqual(given.map((each) => `data/${each}.json`).toSorted()) // prettier-ignore
    for (const each of names) expect(each).toMatch(/^(?:index\.html|README\.txt|data\/[a-z_]+\.json|photos\/[\w-]{22}\.webp)$/)
  })

  it('is complete in each of its data files for every kind of object', () => {
    const decided = { ...hubTables, ...conversationTables }
    const given = Object.entries(decided).filter(([, decision]) => 'columns' in decision.export).map(([name]) => name) // prettier-ignore
    expect(objectFiles.map(([name]) => name).toSorted()).toEqual(given.toSorted())
  })

  it('says in the language of the member what is where, who receives it and which rights there are', async () => {
    const readme = archive.text('README.txt')
    for (const part of ['Your Kismet data', 'Why we are allowed to', 'Who sees it', 'How long we keep it', 'Your rights', 'Information Commissioner', 'points decide'])
      expect(readme).toContain(part) // prettier-ignore
    const german = await openExport(await createMember({ member: { locale: 'de' } }))
    expect(german.text('README.txt')).toContain('Deine Kismet-Daten')
    expect(german.text('index.html')).toContain('<html lang="de">')
    expect(german.text('index.html')).toContain('Angemeldete Geräte')
    expect(german.text('index.html')).toContain('<dt>Geburtsdatum</dt>')
    const titles = [...archive.text('index.html').matchAll(/<dt>(.*?)<\/dt>/g)].map(([, title]) => title)
    expect(titles.length).toBeGreaterThan(100)
    expect(fieldNames.filter((name) => titles.includes(name))).toEqual([])
  })

  it('gives no secret, no key and no id of staff', () => {
    const all = archive.everything()
    for (const [table, columns] of Object.entries({
      pushSubscriptions: ['p256dh', 'auth'],
      passkeys: ['userHandle', 'publicKey'],
      emailChanges: ['undoHash'],
      payments: ['sessionId', 'intentId'],
    }))
      // prettier-ignore
      for (const column of columns) expect(all, `${table}.${column}`).not.toContain(String(written.get(table)?.[column]))
    expect(all).not.toContain(member.sid)
  })
})

describe('a page of an export', () => {
  it('escapes every word, and admits no script', async () => {
    const hostile = `<script>alert(1)</script><img src=x onerror="alert('2')">`
    const { anna, ben, conversation } = await createMatch()
    await db.update(schema.members).set({ firstName: hostile }).where(eq(schema.members.id, ben.id))
    await db
      .update(schema.members)
      .set({ firstName: `${hostile}A` })
      .where(eq(schema.members.id, anna.id))
    await db
      .update(schema.profiles)
      .set({ about: hostile, interests: [hostile] })
      .where(eq(schema.profiles.memberId, anna.id))
    await say(ben, conversation, hostile)
    await db.insert(schema.favourites).values({ ownerId: anna.id, memberId: ben.id, note: hostile, createdAt: now })
    const archive = await openExport(anna)
    const page = archive.text('index.html')
    expect(page).not.toMatch(/<script|<img src=x|onerror="/)
    expect(page.split('&#60;script&#62;alert(1)').length).toBeGreaterThan(4)
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page)?.[1]
    expect(policy).toMatch(/^default-src 'none'; img-src 'self' file:; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/) // prettier-ignore
    // The policy admits the page's own style.
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(policy).toContain(btoa(String.fromCharCode(...new Uint8Array(hash))))
    expect(archive.rows('favourites')).toMatchObject([{ note: hostile, person: { firstName: hostile } }])
  })
})

describe('of other people an export', () => {
  it('gives nothing of a stranger: no id, no name', async () => {
    const [member, stranger] = [await createMember(), await createMember({ member: { firstName: 'Strangelove' } })]
    const report = { reporterId: member.id, reportedId: stranger.id, category: 'fake', createdAt: now }
    await db.insert(schema.reports).values([
      { ...report, id: newId(), source: 'anonymous', conversationId: 'talk-with-a-stranger' },
      { ...report, id: newId(), source: 'blind', conversationId: 'date-with-a-stranger' },
    ])
    await db.insert(schema.blocks).values({ blockerId: member.id, blockedId: stranger.id, createdAt: now, metIn: 'anonymous' })
    const [lowId = '', highId = ''] = [member.id, stranger.id].toSorted()
    await db.insert(schema.keptApart).values({ lowId, highId })
    const archive = await openExport(member)
    expect(archive.rows('reports')).toHaveLength(2)
    expect(archive.rows('reports').map(({ person }) => person)).toEqual([null, null])
    expect(archive.rows('blocks')).toEqual([])
    for (const trace of [stranger.id, 'Strangelove', 'with-a-stranger']) expect(archive.everything()).not.toContain(trace)
  })

  it('names people whom pages show, and people who were blocked, but no one who is away', async () => {
    const member = await createMember()
    const [seen, paused, blocked, blocking] = await Promise.all([
      createMember({ member: { firstName: 'Seen' } }),
      createMember({ member: { firstName: 'Away', state: 'restricted' }, profile: { discoverable: false } }),
      createMember({ member: { firstName: 'Blocked' } }),
      createMember({ member: { firstName: 'Blocking' } }),
    ])
    await db
      .insert(schema.likes)
      .values([seen, paused, blocking].map(({ id }) => ({ fromId: member.id, toId: id, createdAt: now })))
    await db.insert(schema.blocks).values([
      { blockerId: member.id, blockedId: blocked.id, createdAt: now },
      { blockerId: blocking.id, blockedId: member.id, createdAt: now },
    ])
    const archive = await openExport(member)
    const nameFor = (id: string) => archive.rows('likes').find(({ toId }) => toId === id)?.['person']
    expect(nameFor(seen.id)).toEqual({ id: seen.id, firstName: 'Seen' })
    expect([nameFor(paused.id), nameFor(blocking.id)]).toEqual([null, null])
    expect(archive.rows('blocks')).toMatchObject([{ person: { id: blocked.id, firstName: 'Blocked' } }])
  })

  it('gives no withdrawn like, and none of people who were passed on, have blocked the member or are away', async () => {
    const member = await createMember()
    const people = await Promise.all(Array.from({ length: 5 }, () => createMember()))
    const [liking, withdrawn, passed, blocking, away] = people.map(({ id }) => id) as [string, string, string, string, string]
    const received = (fromId: string, withdrawnAt: number | null = null) => ({ fromId, toId: member.id, createdAt: now, withdrawnAt }) // prettier-ignore
    await db.insert(schema.likes).values([received(liking), received(withdrawn, now), received(passed), received(blocking), received(away), { fromId: member.id, toId: withdrawn, createdAt: now, withdrawnAt: now }]) // prettier-ignore
    await db.insert(schema.passes).values({ fromId: member.id, toId: passed, createdAt: now, expiresAt: now + 1e9 })
    await db.insert(schema.blocks).values({ blockerId: blocking, blockedId: member.id, createdAt: now })
    await db.update(schema.profiles).set({ discoverable: false }).where(eq(schema.profiles.memberId, away))
    const archive = await openExport(member)
    expect(archive.rows('likes')).toMatchObject([{ fromId: liking, toId: member.id }])
    for (const id of [withdrawn, blocking, away]) expect(archive.everything()).not.toContain(id)
  })

  it('gives no declined request to its receiver, and hides the decline from its sender', async () => {
    const { anna, ben, conversation } = await openRequest('Do you like owls?')
    const [row] = await db.select().from(schema.chatRequests).where(eq(schema.chatRequests.conversationId, conversation))
    const waiting = await openExport(anna)
    await db.update(schema.chatRequests).set({ state: 'declined', stateAt: now + 5000 }).where(eq(schema.chatRequests.conversationId, conversation)) // prettier-ignore
    await env.CONVERSATION.getByName(conversation).decline()
    const received = await openExport(ben)
    for (const trace of [anna.id, 'owls', conversation]) expect(received.everything()).not.toContain(trace)
    await db.delete(schema.dataExports).where(eq(schema.dataExports.memberId, anna.id))
    const sent = await openExport(anna)
    expect(sent.rows('chat_requests')).toEqual(waiting.rows('chat_requests'))
    expect(sent.rows('chat_requests')).toMatchObject([{ state: 'waiting', stateAt: row?.sentAt }])
    for (const table of ['conversation', 'messages', 'inbox']) expect(sent.rows(table)).toEqual(waiting.rows(table))
  })

  it('says nothing to the sender of a request that ended by a block, and when', async () => {
    const { anna, ben, conversation } = await openRequest('Do you like owls?')
    const waiting = await openExport(anna)
    await postJson(ben, '/api/blocks', { id: anna.id })
    await eventually(async () => (await db.select().from(schema.chatRequests).where(eq(schema.chatRequests.conversationId, conversation)))[0]?.state === 'expired', 'the end') // prettier-ignore
    await endConversation(env, conversation)
    await db.delete(schema.dataExports).where(eq(schema.dataExports.memberId, anna.id))
    const after = await openExport(anna)
    expect(after.rows('chat_requests')).toMatchObject(waiting.rows('chat_requests').map(({ state, stateAt }) => ({ state, stateAt }))) // prettier-ignore
    expect(after.rows('conversation')).toMatchObject([{ closed_at: null }])
  })

  it('gives a request of somebody paused, whatever became of the requests of others', async () => {
    const [member, declined, paused] = [await createMember(), await createMember(), await createMember()]
    const from = (fromId: string, state: 'declined' | 'waiting') => ({ fromId, toId: member.id, conversationId: newId(), cid: newId(), text: null, state, sentAt: now, stateAt: now }) // prettier-ignore
    const waiting = { ...from(paused.id, 'waiting'), conversationId: await deriveConversationId(env, paused.id, member.id) }
    await db.insert(schema.chatRequests).values([from(declined.id, 'declined'), waiting])
    await db.update(schema.members).set({ state: 'paused' }).where(eq(schema.members.id, paused.id))
    await db.update(schema.profiles).set({ discoverable: false }).where(eq(schema.profiles.memberId, paused.id))
    expect((await openExport(member)).rows('chat_requests')).toMatchObject([{ fromId: paused.id, state: 'waiting' }])
  })

  it('names in notifications and in the inbox only people whom pages show', async () => {
    const [member, shown, gone] = [await createMember(), await createMember(), await createMember()]
    const hub = env.MEMBER_HUB.getByName(member.id)
    for (const { id } of [gone, shown]) await hub.notify({ id: `like:${id}:1`, kind: 'like', from: id })
    await eventually(
      async () => JSON.stringify(await hub.exportRows('notifications', null)).includes('others'),
      'both likes in one',
    )
    await deleteAccount(gone.id)
    const archive = await openExport(member)
    expect(archive.rows('notifications')).toMatchObject([{ kind: 'like', person: { id: shown.id }, data: { others: [] } }])
    expect(archive.everything()).not.toContain(gone.id)
  })

  it('gives both members’ words of an open conversation, and the member’s own of one that has ended', async () => {
    const { anna, ben, conversation } = await createMatch()
    await say(ben, conversation, 'Theirs')
    const own = await say(anna, conversation, 'Mine')
    await env.MEMBER_HUB.getByName(ben.id).change(conversation, { kind: 'react', seq: own, emoji: '🔥' })
    const open = await openExport(anna)
    expect(open.rows('messages')).toMatchObject([{ text: 'Theirs', sender: ben.id }, { text: 'Mine', reactions: [{ from: ben.id, emoji: '🔥' }] }]) // prettier-ignore
    expect(open.text('index.html')).toContain('Theirs')
    await db.update(schema.pairs).set({ unmatchedAt: now, endedAt: now }).where(eq(schema.pairs.conversationId, conversation))
    await endConversation(env, conversation)
    await db.delete(schema.dataExports).where(eq(schema.dataExports.memberId, anna.id))
    const closed = await openExport(anna)
    expect(closed.rows('messages')).toMatchObject([{ text: 'Mine', sender: anna.id, reactions: null }])
    expect(closed.everything()).not.toContain('Theirs')
  })

  it('gives the member’s own words alone while the other one is away or has blocked them', async () => {
    const { anna, ben, conversation } = await createMatch()
    await say(ben, conversation, 'Theirs')
    await say(anna, conversation, 'Mine')
    await db.insert(schema.blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: now })
    // The conversation's own knowledge of blocks is a few seconds old at most.
    await eventually(
      async () => (await env.CONVERSATION.getByName(conversation).history(anna.id, { limit: 1 })) === null,
      'block',
    )
    const archive = await openExport(anna)
    expect(archive.rows('messages').map(({ text }) => text)).toEqual(['Mine'])
  })

  it('gives own photos, and received ones of open conversations once they were opened', async () => {
    const { anna, ben, conversation } = await createMatch()
    const [read, unread] = [await say(ben, conversation, 'one'), await say(ben, conversation, 'two')]
    const mine = await showPhoto(conversation, anna, await say(anna, conversation, 'three'))
    const [opened, unopened] = [await showPhoto(conversation, ben, read), await showPhoto(conversation, ben, unread)]
    await eventually(async () => (await inHub(anna.id, 'SELECT head FROM inbox'))[0]?.['head'] === 3, 'messages')
    // Sending reads what came before it; here only the first one was opened.
    await inHub(anna.id, 'UPDATE inbox SET read_seq = ? WHERE conversation = ?', read, conversation)
    const archive = await openExport(anna)
    const photos = [...archive.files.keys()].filter((name) => name.startsWith('photos/'))
    expect(photos.toSorted()).toEqual([opened, mine].map((id) => `photos/${id}.webp`).toSorted())
    expect(archive.text(`photos/${opened}.webp`)).toBe(`picture ${opened}`)
    expect(archive.rows('conversation_photos').map(({ id }) => id)).not.toContain(unopened)
    await endConversation(env, conversation)
    await db.delete(schema.dataExports).where(eq(schema.dataExports.memberId, anna.id))
    const closed = await openExport(anna)
    expect([...closed.files.keys()].filter((name) => name.startsWith('photos/'))).toEqual([`photos/${mine}.webp`])
  })

  it('gives views of the profile as numbers per day, and visits only as the visitors page lists them', async () => {
    const [member, visitor, hidden] = await Promise.all([createMember(), createMember(), createMember({ profile: { discoverable: false } })]) // prettier-ignore
    const noon = Date.UTC(2026, 10, 20, 12)
    await db.insert(schema.profileViews).values([noon, noon + 1000, noon + 2000, noon + 86_400_000].map((at) => ({ memberId: member.id, at, views: 2 }))) // prettier-ignore
    await db.insert(schema.visits).values([visitor, hidden].map(({ id }) => ({ visitorId: id, visitedId: member.id, lastAt: now, count: 1 }))) // prettier-ignore
    const archive = await openExport(member)
    expect(archive.rows('profile_views')).toEqual([{ day: '2026-11-20', views: 6 }, { day: '2026-11-21', views: 2 }]) // prettier-ignore
    expect(archive.rows('visits').map(({ visitorId }) => visitorId)).toEqual([visitor.id])
    await db.update(schema.profiles).set({ browsesInvisibly: true }).where(eq(schema.profiles.memberId, member.id))
    await db.delete(schema.dataExports).where(eq(schema.dataExports.memberId, member.id))
    expect((await openExport(member)).rows('visits')).toEqual([])
  })

  it('gives all messages of long conversations, in their order, over many steps', async () => {
    const { anna, ben, conversation } = await createMatch()
    await inConversation(conversation, `WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < 5001)
      INSERT INTO messages (seq, sender, cid, text, sent_at) SELECT seq, iif(seq % 2, ?, ?), 'cid-' || seq, 'Message ' || seq, 1 + seq FROM n`, anna.id, ben.id) // prettier-ignore
    const second = await createMatch()
    await db.update(schema.pairs).set({ lowId: [anna.id, second.ben.id].toSorted()[0] ?? '', highId: [anna.id, second.ben.id].toSorted()[1] ?? '' }).where(eq(schema.pairs.conversationId, second.conversation)) // prettier-ignore
    await inConversation(second.conversation, 'UPDATE members SET member = ? WHERE member = ?', anna.id, second.anna.id)
    await inConversation(second.conversation, "INSERT INTO messages (seq, sender, cid, text, sent_at) VALUES (1, ?, 'cid', 'Second', 1)", anna.id) // prettier-ignore
    const archive = await openExport(anna)
    const texts = archive.rows('messages').filter((row) => row['conversation'] === conversation).map(({ text }) => text) // prettier-ignore
    expect(texts).toEqual(Array.from({ length: 5001 }, (_, index) => `Message ${index + 1}`))
    expect(archive.text('index.html')).toContain('Message 5001')
  })
})

import { requestActions, chatActions } from '#features/chat/contract.ts'
import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import { blocks } from '#db/schema.ts'
import { sendMessage, searchText } from '#features/chat/server/public.ts'
import type { MessagesProps, SearchResults } from '#features/chat/ui/inbox/messages-props.ts'
import { hubSchema } from '#objects/member-hub/schema.ts'
import { soughtWords } from '#objects/member-hub/search/query.ts'
import { SearchIndex } from '#objects/member-hub/search/search-index.ts'
import { abortObject } from '#test/support/worker/abort-object.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { breakHub, mendHub, storedIn } from '#test/support/worker/objects.ts'
import { openPage, payloadPath } from '#test/support/worker/pages.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { inboxOf, openRequest } from '#test/support/worker/requests.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Sends messages one after the other, and waits until both hubs have them. */
async function say(conversation: string, ...lines: [TestMember, string][]): Promise<void> {
  for (const [{ id: member }, text] of lines) {
    const sent = await sendMessage(env, conversation, { member, cid: newId(), text })
    if (!sent.ok) throw new Error(sent.code)
    for (const { id } of new Set(lines.map(([who]) => who)))
      await eventually(async () => (await headOf(id, conversation)) >= sent.seq, 'the delivery')
  }
}

const headOf = (member: string, conversation: string) =>
  runInDurableObject(env.MEMBER_HUB.getByName(member), (_, state) => {
    const rows = state.storage.sql.exec<{ head: number }>('SELECT head FROM inbox WHERE conversation = ?', conversation)
    return rows.toArray()[0]?.head ?? 0
  })

async function search(member: TestMember, query: string, older = ''): Promise<SearchResults> {
  const path = `/messages?q=${encodeURIComponent(query.toWellFormed())}${older && `&older=${older}`}`
  const response = await openPage(member, payloadPath(path))
  if (response.status !== 200) throw new Error(`${query}: ${response.status}`)
  const { data, deferred } = await response.json<{ data: { props: MessagesProps }; deferred: { found?: SearchResults | null } }>()
  if (data.props.query === null) return { results: [], next: null, isComplete: true }
  if (!deferred.found) throw new Error(`${query}: nothing came`)
  return deferred.found
}

const seqs = async (member: TestMember, query: string) => (await search(member, query)).results.map(({ seq }) => seq)

/** Returns the version of the hub's schema before the step that holds this text. */
const schemaBefore = (text: string) => hubSchema.findIndex((step) => step.includes(text))

/** Drops the hub's tables and columns that came after this version of its schema. */
function dropLater(sql: SqlStorage, version: number): void {
  const later = hubSchema.slice(version).join('\n')
  const tables = new Set([...later.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name))
  for (const table of tables) sql.exec(`DROP TABLE IF EXISTS ${table}`)
  for (const [, table = '', column] of later.matchAll(/ALTER TABLE (\w+) ADD COLUMN (\w+)/g))
    if (!tables.has(table)) sql.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`)
}

/** Restores the time before there was an index: the hub's schema is older, and later tables are gone. */
async function forgetIndex(member: TestMember): Promise<void> {
  const hub = env.MEMBER_HUB.getByName(member.id)
  await abortObject(hub, (sql) => {
    const version = schemaBefore('CREATE TABLE search_gaps')
    sql.exec('DROP TABLE search')
    sql.exec('DROP INDEX inbox_hidden')
    dropLater(sql, version)
    sql.exec('UPDATE schema_version SET version = ?', version)
  })
  expect(await gapsOf(member), 'the step of the schema notes what is missing').toHaveLength(1)
}

/** Restores the index as it was before texts were folded: of words by SQLite's own tokens, with the same rows. */
async function restoreOldIndex(member: TestMember): Promise<void> {
  const hub = env.MEMBER_HUB.getByName(member.id)
  await abortObject(hub, (sql) => {
    for (const trigger of ['added', 'changed', 'removed']) sql.exec(`DROP TRIGGER search_texts_${trigger}`)
    const version = schemaBefore('CREATE TABLE search_fold')
    sql.exec('DROP TABLE search')
    dropLater(sql, version)
    const old = hubSchema[schemaBefore('CREATE TABLE search_gaps')] ?? ''
    sql.exec(old.slice(old.indexOf('CREATE VIRTUAL TABLE'), old.indexOf('CREATE TABLE search_gaps')))
    sql.exec("INSERT INTO search (search) VALUES ('rebuild')")
    sql.exec('UPDATE schema_version SET version = ?', version)
  })
}

const gapsOf = ({ id }: TestMember) =>
  runInDurableObject(env.MEMBER_HUB.getByName(id), (_, state) =>
    state.storage.sql.exec<{ conversation: string; before: number }>('SELECT * FROM search_gaps').toArray(),
  )

describe('a search', () => {
  it('finds one’s own messages and those to one, newest first, with whom, where and the words around the hit', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(conversation, [anna, 'Do you like green tea?'], [ben, 'Coffee rather'], [anna, 'Tea it is not, then'])
    const { results, next, isComplete } = await search(ben, 'tea')
    expect(results).toMatchObject([
      { conversation, seq: 3, fromMe: false, partner: { memberId: anna.id, firstName: 'Anna', stage: 'open' } },
      { conversation, seq: 1, fromMe: false },
    ])
    expect(results[1]?.snippet).toEqual([
      { text: 'Do you like green ', hit: false },
      { text: 'tea', hit: true },
      { text: '?', hit: false },
    ])
    expect([next, isComplete]).toEqual([null, true])
    expect((await search(anna, 'tea')).results.map(({ fromMe }) => fromMe)).toEqual([true, true])
  })

  it('asks for all words, and for the last one by its beginning', async () => {
    const { conversation, anna } = await createMatch()
    await say(conversation, [anna, 'green tea with cake'], [anna, 'green cakes'], [anna, 'teapot'])
    expect(await seqs(anna, 'green ca')).toEqual([2, 1])
    expect(await seqs(anna, 'tea green')).toEqual([1])
    expect(await seqs(anna, 'gre tea')).toEqual([])
    expect(await seqs(anna, 'tea')).toEqual([3, 1])
  })

  it('makes nothing of case and accents, in any alphabet', async () => {
    const { conversation, anna } = await createMatch()
    await say(conversation, [anna, 'Zażółć gęślą jaźń'], [anna, 'Чай із лимоном, їжа'], [anna, 'Ça va être déjà là'])
    expect(await seqs(anna, 'gesla jazn')).toEqual([1])
    expect(await seqs(anna, 'ЧАЙ')).toEqual([2])
    expect(await seqs(anna, 'deja')).toEqual([3])
  })

  it('finds words however their letters, apostrophes and hyphens were written', async () => {
    const { conversation, anna } = await createMatch()
    await say(conversation, [anna, 'żółw Łukasz'], [anna, 'Це обʼєктив'], [anna, 'будь-який STRASSE'], [anna, '今日は東京に行きます'], [anna, 'aï🙂Đào ｶﾌｪ']) // prettier-ignore
    for (const [query, seq] of [
      ['zolw', 1],
      ['Lukasz', 1],
      ["об'єктив", 2],
      ['об’єк', 2],
      ['обєктив', 2],
      ['будь‑який', 3],
      ['straße', 3],
      ['東京', 4],
      ['dao', 5],
      ['カフェ', 5],
    ] as const)
      // prettier-ignore
      expect(await seqs(anna, query), query).toEqual([seq])
    expect((await search(anna, 'lukasz')).results[0]?.snippet).toEqual([{ text: 'żółw ', hit: false }, { text: 'Łukasz', hit: true }]) // prettier-ignore
  })

  it('takes operators, quotes and whatever else is typed as text, without an error', async () => {
    const { conversation, anna } = await createMatch()
    await say(conversation, [anna, 'say "yes" or (no)'], [anna, 'a OR b'])
    expect(await seqs(anna, '"yes" or (no')).toEqual([1])
    expect(await seqs(anna, 'a OR b')).toEqual([2])
    const nasty = [
      '"', '""', '*', 'a*', '(', ')', 'NEAR(', 'NEAR(a b, 2)', 'AND', 'a AND', 'NOT', 'text:yes', '-yes', '^say', '{text}:yes',
      "'; DROP TABLE search; --", '\\', '%', '_', '+', 'a"b', '\u0001', '\u0000', '\ud800', '🙂', '\u200b', 'ａ', '²', '½', 'İ',
      'x'.repeat(5000), '" '.repeat(2000), '\u202e', 'ﷺ'.repeat(200), '𐍈', 'a\nb', '0x', '1e9',
    ] // prettier-ignore
    for (const query of nasty) {
      const text = searchText(query)
      if (text !== null)
        expect(Array.isArray((await env.MEMBER_HUB.getByName(anna.id).search(text, null)).hits), query).toBe(true)
    }
    for (const query of ['"', '\ud800', 'x'.repeat(5000)]) expect(await seqs(anna, query)).toEqual([])
    expect(await seqs(anna, 'yes'), 'the index is still there').toEqual([1])
  })

  it('goes by pages, without a gap or a repeat, also where many messages have the same time', async () => {
    const { conversation, anna, ben } = await createMatch()
    const at = Date.now()
    const messages = Array.from({ length: 47 }, (_, index) => ({
      from: anna.id,
      cid: `cid-${String(index).padStart(5, '0')}`,
      text: `tea number ${index}`,
      sentAt: at + Math.floor(index / 10),
    }))
    await env.CONVERSATION.getByName(conversation).seedMessages(messages)
    const found: number[] = []
    let older = ''
    for (;;) {
      const { results, next } = await search(ben, 'tea', older)
      found.push(...results.map(({ seq }) => seq))
      if (next === null) break
      older = next
    }
    expect(found).toEqual(Array.from({ length: 47 }, (_, index) => 47 - index))
  })

  it('is of one’s own messages only', async () => {
    const { conversation, anna } = await createMatch()
    await say(conversation, [anna, 'a secret'])
    expect(await seqs(await createMember(), 'secret')).toEqual([])
  })

  it('shows its words with the page, without a script', async () => {
    const { conversation, anna } = await createMatch()
    await say(conversation, [anna, 'a <b>bold</b> word'])
    const response = await openPage(anna, '/messages?q=%3Cb%3Ebold')
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('<b>bold')
  })
})

describe('what is found follows the conversation', () => {
  it('through edits and deletions', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(conversation, [anna, 'I like tee'], [anna, 'and kumquats'])
    await postJson(anna, chatActions.edit.path, { conversation, seq: 1, text: 'I like tea' })
    await postJson(anna, chatActions.delete.path, { conversation, seq: 2 })
    for (const member of [anna, ben]) {
      await eventually(async () => (await seqs(member, 'tea')).length === 1, 'the edit')
      expect(await seqs(member, 'tee')).toEqual([])
      await eventually(async () => (await seqs(member, 'kumquats')).length === 0, 'the deletion')
      expect(await storedIn('hub', member.id)).not.toContain('kumquats')
    }
  })

  it('and ends with an unmatch', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(conversation, [anna, 'good bye'], [ben, 'bye'])
    await postJson(anna, chatActions.unmatch.path, { conversation })
    for (const member of [anna, ben]) {
      expect(await seqs(member, 'bye')).toEqual([])
      expect(await storedIn('hub', member.id)).not.toContain('bye')
    }
  })

  it('and with a block, at once, even before the hub is notified of it', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(conversation, [anna, 'good bye'], [ben, 'bye'])
    await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: Date.now() })
    for (const member of [anna, ben]) expect(await seqs(member, 'bye')).toEqual([])
  })

  it('and leaves requests out until they are accepted', async () => {
    const { anna, ben, conversation } = await openRequest('Hello from the lighthouse')
    for (const member of [anna, ben]) {
      expect(await seqs(member, 'lighthouse')).toEqual([])
      const stored = await runInDurableObject(env.MEMBER_HUB.getByName(member.id), (_, state) =>
        state.storage.sql.exec('SELECT * FROM search_texts').toArray(),
      )
      expect(stored).toEqual([])
    }
    await postJson(ben, requestActions.accept.path, { conversation })
    for (const member of [anna, ben]) expect(await seqs(member, 'lighthouse')).toEqual([1])
  })

  it('and finds an accepted request’s words also where a hub was away and the conversation restarted before it could deliver', async () => {
    const { anna, ben, conversation } = await openRequest('Hello from the lighthouse')
    await breakHub(anna.id)
    expect((await postJson(ben, requestActions.accept.path, { conversation })).status).toBe(200)
    expect(await seqs(ben, 'lighthouse')).toEqual([1])
    await abortObject(env.CONVERSATION.getByName(conversation))
    await mendHub(anna.id)
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    await eventually(async () => (await seqs(anna, 'lighthouse')).length === 1, 'the delivery')
    expect(await inboxOf(anna)).toMatchObject([{ conversation, stage: 'open' }])
  })
})

describe('conversations that are older than the index', () => {
  async function oldConversation(count: number) {
    const match = await createMatch()
    const { conversation, anna } = match
    const messages = Array.from({ length: count }, (_, index) => ({
      from: anna.id,
      cid: `cid-${String(index).padStart(5, '0')}`,
      text: index % 100 === 0 ? `milestone ${index}` : `line ${index}`,
      sentAt: index + 1,
    }))
    await env.CONVERSATION.getByName(conversation).seedMessages(messages)
    await forgetIndex(match.ben)
    return match
  }

  it('are found by the first search, all of them', async () => {
    const { ben } = await oldConversation(950)
    const { results, isComplete } = await search(ben, 'milestone')
    expect(results.map(({ seq }) => seq)).toEqual([901, 801, 701, 601, 501, 401, 301, 201, 101, 1])
    expect(isComplete).toBe(true)
    expect(await seqs(ben, 'line 949')).toEqual([950])
  })

  it('take new messages, edits and deletions meanwhile', async () => {
    const { conversation, anna, ben } = await oldConversation(250)
    await say(conversation, [anna, 'a new milestone'])
    await postJson(anna, chatActions.send.path, { conversation, cid: newId(), text: 'soon edited' })
    await postJson(anna, chatActions.edit.path, { conversation, seq: 252, text: 'edited milestone' })
    await postJson(anna, chatActions.delete.path, { conversation, seq: 251 })
    await eventually(async () => (await headOf(ben.id, conversation)) >= 254, 'the changes')
    expect(await seqs(ben, 'milestone')).toEqual([252, 201, 101, 1])
  })

  it('are filled by the alarm, too', async () => {
    const { ben } = await oldConversation(120)
    const hub = env.MEMBER_HUB.getByName(ben.id)
    await runInDurableObject(hub, (_, state) => {
      state.storage.sql.exec("INSERT OR REPLACE INTO alarms (name, at) VALUES ('index', 0)")
      return state.storage.setAlarm(Date.now() + 60_000)
    })
    await runDurableObjectAlarm(hub)
    expect(await gapsOf(ben)).toEqual([])
    expect(await seqs(ben, 'milestone')).toEqual([101, 1])
  })

  it('never lose a deletion to a page of the log that was read before it and comes after it', async () => {
    const { conversation, anna, ben } = await oldConversation(3)
    const room = env.CONVERSATION.getByName(conversation)
    const before = await room.history(ben.id, { limit: 200 })
    await room.change({ member: anna.id, kind: 'delete', seq: 2 })
    await eventually(async () => (await headOf(ben.id, conversation)) >= 4, 'the deletion')
    await runInDurableObject(env.MEMBER_HUB.getByName(ben.id), (_, state) => {
      const store = new SearchIndex(state.storage)
      const [gap] = store.listGaps()
      if (gap) store.fill(gap, before, ben.id)
    })
    expect(await gapsOf(ben)).toEqual([])
    expect(await seqs(ben, 'line')).toEqual([3])
    expect(await storedIn('hub', ben.id)).not.toContain('line 1')
  })

  it('that have ended meanwhile are left out for good', async () => {
    const { conversation, ben } = await oldConversation(3)
    await runInDurableObject(env.CONVERSATION.getByName(conversation), (_, state) => {
      state.storage.sql.exec('UPDATE conversation SET closed_at = 1')
    })
    await abortObject(env.CONVERSATION.getByName(conversation))
    const { results, isComplete } = await search(ben, 'milestone')
    expect([results, isComplete]).toEqual([[], true])
  })
})

describe('messages that an earlier version has indexed', () => {
  async function oldMessages(lines: readonly string[]) {
    const at = Date.now()
    const match = await createMatch()
    const { conversation, anna, ben } = match
    const messages = lines.map((text, index) => ({
      from: anna.id,
      cid: `cid-${String(index).padStart(5, '0')}`,
      text,
      sentAt: at + index,
    }))
    await env.CONVERSATION.getByName(conversation).seedMessages(messages)
    expect((await search(ben, lines.at(-1) ?? '')).isComplete).toBe(true)
    await eventually(async () => (await headOf(ben.id, conversation)) >= lines.length, 'the delivery')
    await restoreOldIndex(ben)
    return match
  }

  it('are found as new ones are', async () => {
    const { conversation, anna, ben } = await oldMessages(['Łódź', 'Đào', 'обʼєктив', 'Straße', '今日は東京に行きます'])
    await say(conversation, [anna, 'żółw Łukasz'])
    for (const [query, seq] of [
      ['lodz', 1],
      ['dao', 2],
      ["об'єктив", 3],
      ['strasse', 4],
      ['東京', 5],
      ['lukasz zolw', 6],
    ] as const)
      // prettier-ignore
      expect(await seqs(ben, query), query).toEqual([seq])
    expect((await search(ben, 'lodz')).isComplete).toBe(true)
  })

  it('follow edits and deletions that come before they are indexed anew', async () => {
    const { conversation, anna, ben } = await oldMessages(['kumquats', 'Łódź'])
    expect((await postJson(anna, chatActions.delete.path, { conversation, seq: 1 })).status).toBe(200)
    expect((await postJson(anna, chatActions.edit.path, { conversation, seq: 2, text: 'Kraków' })).status).toBe(200)
    await eventually(async () => (await headOf(ben.id, conversation)) >= 4, 'the changes')
    expect([await seqs(ben, 'kumquats'), await seqs(ben, 'lodz'), await seqs(ben, 'krakow')]).toEqual([[], [], [2]])
    expect(await storedIn('hub', ben.id)).not.toContain('kumquats')
  })

  it('go with their conversation, indexed anew or not', async () => {
    const { conversation, anna, ben } = await oldMessages(['Łódź'])
    await postJson(anna, chatActions.unmatch.path, { conversation })
    expect(await seqs(ben, 'lodz')).toEqual([])
    expect(await storedIn('hub', ben.id)).not.toContain('Łódź')
  })

  it('are taken in a part at a time, the newest first, and what was not says so until the alarm has come', async () => {
    const { ben } = await oldMessages(['Łódź one', ...Array.from({ length: 28 }, (_, n) => `line ${n}`), 'Łódź two'])
    const hub = env.MEMBER_HUB.getByName(ben.id)
    await runInDurableObject(hub, (_, state) => {
      const index = new SearchIndex(state.storage)
      const found = () => index.find(soughtWords('lodz'), { limit: 10, after: null }).map(({ seq }) => seq)
      expect([index.isStale, found()]).toEqual([true, []])
      index.rebuild(10)
      expect([index.isStale, found()]).toEqual([true, [30]])
      index.rebuild(10)
      expect([index.isStale, found()]).toEqual([true, [30]])
      state.storage.sql.exec("INSERT OR REPLACE INTO alarms (name, at) VALUES ('index', 0)")
      return state.storage.setAlarm(Date.now() + 60_000)
    })
    await runDurableObjectAlarm(hub)
    await runInDurableObject(hub, (_, state) => expect(new SearchIndex(state.storage).isStale).toBe(false))
    expect(await seqs(ben, 'lodz')).toEqual([30, 1])
  })
})

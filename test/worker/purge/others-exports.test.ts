import { beforeAll, expect, it, vi } from 'vitest'
import { dataExports, pairs } from '#db/schema.ts'
import { deriveConversationId, openDirectConversation, sendMessage } from '#features/chat/server/public.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { Archive, download, makeExport } from '#test/support/worker/exports.ts'
import { liveFully } from '#test/support/worker/full-life.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { dayMs, deleteAccount, purgeAll } from '#test/support/worker/purge.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { seedContent } from '#test/support/worker/store.ts'

vi.setConfig({ testTimeout: 120_000 })
beforeAll(seedContent)

/** Written by making an export itself, or by the request for it; besides, a notification. */
const ownMarks = ['exports', 'sessions']

/** The rows of each data file of a member's export, made now. Leaves no export behind. */
async function readExport(member: TestMember): Promise<Map<string, string[]>> {
  const id = await makeExport(member)
  const archive = new Archive(new Uint8Array(await (await download(member, id)).arrayBuffer()))
  await db.delete(dataExports).where(eq(dataExports.id, id))
  const tables = [...archive.files.keys()].flatMap((name) => /^data\/(\w+)\.json$/.exec(name)?.[1] ?? [])
  const compared = tables.filter((table) => !ownMarks.includes(table))
  const isAnother = (row: string) => !row.includes('export-ready')
  return new Map(
    compared.map((table) => [
      table,
      archive
        .rows(table)
        .map((row) => JSON.stringify(row))
        .filter(isAnother),
    ]),
  )
}

it('after a purge the exports of all others lack what was of that member, and nothing else', async () => {
  const { member, canary, match, conversations } = await liveFully()
  const friend = await createMember()
  const talk = await deriveConversationId(env, match.id, friend.id)
  const [lowId = '', highId = ''] = [match.id, friend.id].toSorted()
  await db.insert(pairs).values({ lowId, highId, conversationId: talk, matchedAt: 1, openedAt: 1 })
  await openDirectConversation(env, talk, [match.id, friend.id], 1)
  await sendMessage(env, talk, { member: match.id, cid: newId(), text: 'See you at the lake.' })
  const gone = [member.id, canary, conversations.match, conversations.request]
  const isKept = (row: string) => !gone.some((word) => row.includes(word))
  const before = await readExport(match)
  expect([...before.values()].flat().filter((row) => !isKept(row)).length).toBeGreaterThan(3)
  await deleteAccount(member.id, 30 * dayMs)
  await purgeAll(Date.now())
  const after = await readExport(match)
  expect([...after.values()].flat().filter((row) => !isKept(row))).toEqual([])
  expect(after).toEqual(new Map([...before].map(([table, rows]) => [table, rows.filter(isKept)])))
  expect([...after.values()].flat().join()).toContain('See you at the lake.')
})

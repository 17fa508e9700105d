import { env, SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { chatActions, type HistoryPage } from '#features/chat/contract.ts'
import { readHistory } from '#features/chat/server/public.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { postJson, type TestMember } from '#test/support/worker/members.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'

/**
 * Creates a conversation of Anna's messages with the seqs 1 to `count`; the edit of the third took the position after them.
 */
async function openLog(count: number) {
  const match = await createMatch()
  const { conversation, anna } = match
  await env.CONVERSATION.getByName(conversation).seedMessages(
    Array.from({ length: count }, (_, n) => ({
      from: anna.id,
      cid: `h-${n}-${conversation}`,
      text: `m${n + 1}`,
      sentAt: Date.now(),
    })),
  )
  await postJson(anna, chatActions.edit.path, { conversation, seq: 3, text: 'm3, edited' })
  return match
}

const windowOf = async (conversation: string, member: TestMember, window: Parameters<typeof readHistory>[3]) => {
  const page = (await readHistory(env, conversation, member.id, window))?.page
  return page && { seqs: page.messages.map(({ seq }) => seq), more: page.more, later: page.later }
}

describe('a window of the history', () => {
  it('is in the order of sending, and says whether older and newer messages exist', async () => {
    const { conversation, ben } = await openLog(9)
    const look = (window: Parameters<typeof readHistory>[3]) => windowOf(conversation, ben, window)
    expect(await look({ limit: 4 })).toEqual({ seqs: [6, 7, 8, 9], more: true, later: false })
    expect(await look({ limit: 4, before: 6 })).toEqual({ seqs: [2, 3, 4, 5], more: true, later: true })
    expect(await look({ limit: 4, before: 2 })).toEqual({ seqs: [1], more: false, later: true })
    expect(await look({ limit: 4, before: 1 })).toEqual({ seqs: [], more: false, later: true })
    expect(await look({ limit: 4, after: 2 })).toEqual({ seqs: [3, 4, 5, 6], more: true, later: true })
    expect(await look({ limit: 4, after: 7 })).toEqual({ seqs: [8, 9], more: true, later: false })
    expect(await look({ limit: 4, after: 9 })).toEqual({ seqs: [], more: true, later: false })
    expect(await look({ limit: 4, at: 5 })).toEqual({ seqs: [3, 4, 5, 6], more: true, later: true })
    expect(await look({ limit: 4, at: 1 })).toEqual({ seqs: [1, 2], more: false, later: true })
    expect(await look({ limit: 4, at: 99 })).toEqual({ seqs: [8, 9], more: true, later: false })
    expect(await look({})).toMatchObject({ more: false, later: false })
  })

  it('shows messages as they are now, beside the log’s head and the other’s receipts', async () => {
    const { conversation, anna, ben } = await openLog(4)
    const page = (await readHistory(env, conversation, ben.id, { at: 3, limit: 2 }))?.page
    expect(page).toMatchObject({ head: 5, messages: [{ seq: 2 }, { seq: 3, change: 5, text: 'm3, edited' }] })
    expect(page?.marks).toMatchObject([{ user_id: anna.id }])
  })

  it('brings what its messages answer from elsewhere, as it is now and no longer than a quote', async () => {
    const { conversation, anna, ben } = await openLog(9)
    const send = (text: string, replyTo?: number) =>
      postJson(ben, chatActions.send.path, { conversation, cid: newId(), text, ...(replyTo === undefined ? {} : { replyTo }) })
    await send('x'.repeat(500))
    await send('to an edited one', 3)
    await send('to a long one', 11)
    await send('to a neighbour', 13)
    await postJson(anna, chatActions.delete.path, { conversation, seq: 9 })
    await send('to a deleted one', 9)
    const quoted = async (window: Parameters<typeof readHistory>[3]) =>
      (await readHistory(env, conversation, anna.id, window))?.page?.quoted
    expect(await quoted({ limit: 4 })).toMatchObject([
      { seq: 3, text: 'm3, edited' },
      { seq: 9, text: '', deleted: true },
      { seq: 11, text: 'x'.repeat(200) },
    ])
    expect(await quoted({ limit: 9, before: 10 })).toEqual([])
  })

  it('joins without a gap: page by page in both directions nothing is left out', async () => {
    const { conversation, ben } = await openLog(23)
    const older: number[] = []
    for (let [before, more] = [24, true]; more;) {
      const page = await windowOf(conversation, ben, { limit: 5, before })
      older.unshift(...(page?.seqs ?? []))
      ;[before, more] = [older[0] ?? 0, page?.more ?? false]
    }
    const newer: number[] = []
    for (let [after, later] = [0, true]; later;) {
      const page = await windowOf(conversation, ben, { limit: 5, after })
      newer.push(...(page?.seqs ?? []))
      ;[after, later] = [newer.at(-1) ?? 0, page?.later ?? false]
    }
    const all = Array.from({ length: 23 }, (_, n) => n + 1)
    expect([older, newer]).toEqual([all, all])
  })

  it('of long messages stays within what a page holds', async () => {
    const { conversation, anna, ben } = await createMatch()
    await env.CONVERSATION.getByName(conversation).seedMessages(
      Array.from({ length: 30 }, (_, n) => ({ from: anna.id, cid: newId(), text: '💛'.repeat(2000), sentAt: n })),
    )
    for (const window of [{}, { before: 20 }, { after: 3 }]) {
      const page = (await readHistory(env, conversation, ben.id, window))?.page
      expect(page?.messages.length).toBeGreaterThan(3)
      expect(new TextEncoder().encode(JSON.stringify(page?.messages)).byteLength).toBeLessThanOrEqual(64 * 1024)
    }
  })
})

describe('the page’s payload', () => {
  const payload = async (member: TestMember, query: string) => {
    const response = await SELF.fetch(`${origin}/messages/_payload.json?${query}`, {
      headers: { authorization: `Bearer ${member.token}` },
    })
    return { status: response.status, body: await response.json<{ deferred?: { history?: HistoryPage | null } }>() }
  }

  it.each([
    ['before=8', [1, 2, 3, 4, 5, 6, 7], true],
    ['after=5', [6, 7, 8, 9], false],
    ['at=4', [1, 2, 3, 4, 5, 6, 7, 8, 9], false],
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9], false],
    ['before=x', [1, 2, 3, 4, 5, 6, 7, 8, 9], false],
  ])('carries the window of its address (%s)', async (query, seqs, later) => {
    const { conversation, ben } = await openLog(9)
    const { status, body } = await payload(ben, `chat=${conversation}&${query}`)
    expect(status).toBe(200)
    expect(body.deferred?.history?.messages.map(({ seq }) => seq)).toEqual(seqs)
    expect(body.deferred?.history).toMatchObject({ later, head: 10, marks: [expect.any(Object)] })
  })

  it('is a 404 for others, and for both after an unmatch', async () => {
    const { conversation, anna, ben } = await openLog(3)
    const other = await createMatch()
    expect((await payload(other.anna, `chat=${conversation}`)).status).toBe(404)
    await postJson(anna, chatActions.unmatch.path, { conversation })
    for (const member of [anna, ben]) expect((await payload(member, `chat=${conversation}&before=3`)).status).toBe(404)
  })
})

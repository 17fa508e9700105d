import { reportActions } from '#features/reports/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { and, eq, inArray } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, chatRequests, likes, pairs, reportEvidence, reports } from '#db/schema.ts'
import { requestActions, type WriteView } from '#features/chat/contract.ts'
import {
  conversationStatement,
  deriveConversationId,
  openDirectConversation,
  readHistory,
  sendMessage,
} from '#features/chat/server/public.ts'
import { writeRequest } from '#features/chat/server/requests/request-queries.ts'
import { likeActions, type LikeAnswer } from '#features/likes/contract.ts'
import { likeStatements } from '#features/likes/server/write-like.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { createApp } from '#worker/app.ts'
import type { Env } from '#server/env.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { textsOf, writeTo } from '#test/support/worker/requests.ts'

vi.setConfig({ testTimeout: 60_000 })

const app = createApp()
const turned: Env = {
  ...env,
  SESSION_SECRET: 'the-next-secret-0123456789abcdefghijklmnopq',
  SESSION_SECRET_PREVIOUS: env.SESSION_SECRET,
}
/** After a second rotation: the key of the first ids is gone. */
const turnedTwice: Env = {
  ...env,
  SESSION_SECRET: 'the-one-after-0123456789abcdefghijklmnopqrs',
  SESSION_SECRET_PREVIOUS: turned.SESSION_SECRET,
}

/** Calls an action at a deployment with these secrets. */
async function callAt(deployment: Env, { id: sub, sid }: TestMember, path: string, body: unknown): Promise<Response> {
  const context = createExecutionContext()
  const token = await issueAccessToken(deployment, { sub, sid, kind: 'member' }, Date.now())
  const headers = { origin, 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const request = new Request(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await app.fetch(request, deployment, context)
  await waitOnExecutionContext(context)
  return response
}

const createTwo = () => Promise.all([createMember(), createMember()])
const sortedIds = (one: TestMember, other: TestMember) => [one.id, other.id].toSorted() as [string, string]
const storedOf = async (one: TestMember, other: TestMember) =>
  (await conversationStatement(db, one.id, other.id))[0]?.conversation ?? null

/** How ids were made once: computable by anyone who knows both members. */
async function publicHash(one: TestMember, other: TestMember): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sortedIds(one, other).join(':')))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22)
}

/** Creates a match from before the present way to make ids. */
async function createOldMatch() {
  const [anna, ben] = await createTwo()
  const conversation = await publicHash(anna, ben)
  const [lowId, highId] = sortedIds(anna, ben)
  await db.insert(pairs).values({ lowId, highId, conversationId: conversation, matchedAt: 1, openedAt: 1 })
  await openDirectConversation(env, conversation, [anna.id, ben.id], 1)
  await sendMessage(env, conversation, { member: ben.id, cid: newId(), text: 'From before' })
  return { anna, ben, conversation }
}

describe('the id of a conversation', () => {
  it('cannot be computed from the ids of its two members', async () => {
    const [anna, ben] = await createTwo()
    await postJson(anna, likeActions.like.path, { id: ben.id })
    const { conversationId } = await (await postJson(ben, likeActions.like.path, { id: anna.id })).json<LikeAnswer>()
    expect(conversationId).toMatch(/^[\w-]{22}$/)
    expect(conversationId).not.toBe(await publicHash(anna, ben))
    // Without the deployment's secret the id is another one.
    expect(await deriveConversationId({ ...env, SESSION_SECRET: 'a-guess' }, anna.id, ben.id)).not.toBe(conversationId)

    const [cleo, dan] = await createTwo()
    const { conversation } = await (await writeTo(cleo, dan.id)).json<{ conversation: string }>()
    expect(conversation).toMatch(/^[\w-]{22}$/)
    expect(conversation).not.toBe(await publicHash(cleo, dan))
  })

  it('stays what it is for a pair from before: on the profile, for likes, for requests', async () => {
    const { anna, ben, conversation } = await createOldMatch()
    const { props } = await readPayload<{ write: WriteView }>(anna, `/profile-info/${ben.id}`)
    expect(props.write).toEqual({ kind: 'open', conversation })
    await db.insert(likes).values({ fromId: ben.id, toId: anna.id, createdAt: 1 })
    expect(await (await postJson(anna, likeActions.like.path, { id: ben.id })).json()).toMatchObject({
      conversationId: conversation,
    })
    expect((await writeTo(anna, ben.id)).status).toBe(409)
    expect(await storedOf(ben, anna)).toBe(conversation)
  })

  it('of a pair from before is the one that a report reads and a block ends', async () => {
    const { anna, ben, conversation } = await createOldMatch()
    const report = { id: ben.id, source: 'conversation', category: 'fake' }
    expect((await postJson(anna, reportActions.report.path, report)).status).toBe(200)
    const [evidence] = await db
      .select({ data: reportEvidence.data })
      .from(reportEvidence)
      .innerJoin(reports, eq(reports.id, reportEvidence.reportId))
      .where(and(eq(reports.reporterId, anna.id), eq(reportEvidence.kind, 'messages')))
    expect(JSON.stringify(evidence?.data)).toContain('From before')
    expect((await readHistory(env, conversation, anna.id))?.page).toBeNull()
    expect((await db.select().from(pairs).where(eq(pairs.conversationId, conversation)))[0]?.unmatchedAt).not.toBeNull()
    expect((await db.select().from(blocks).where(eq(blocks.blockerId, anna.id)))[0]?.endedAt).not.toBeNull()
  })

  it('of a request from before is kept by the match that follows', async () => {
    const [anna, ben] = await createTwo()
    const conversationId = await publicHash(anna, ben)
    const at = { sentAt: 1, stateAt: 1, settledAt: 1 }
    await db.insert(chatRequests).values({ conversationId, fromId: anna.id, toId: ben.id, state: 'waiting', cid: newId(), ...at })
    await postJson(anna, likeActions.like.path, { id: ben.id })
    expect(await (await postJson(ben, likeActions.like.path, { id: anna.id })).json()).toMatchObject({
      match: true,
      conversationId,
    })
  })
})

describe('a change of the deployment’s secret', () => {
  it.each([
    ['once', turned],
    ['twice', turnedTwice],
  ])('%s between a request and a match leaves the two one conversation with its words', async (_, deployment) => {
    const [anna, ben] = await createTwo()
    const { conversation } = await (await writeTo(anna, ben.id, 'Before the change')).json<{ conversation: string }>()
    await callAt(deployment, anna, likeActions.like.path, { id: ben.id })
    const answer = await callAt(deployment, ben, likeActions.like.path, { id: anna.id })
    expect(await answer.json()).toMatchObject({ match: true, conversationId: conversation })
    expect(await textsOf(conversation, ben)).toEqual(['Before the change'])
  })

  it('makes no second request of one that waits, and a block still ends it', async () => {
    const [anna, ben] = await createTwo()
    await writeTo(anna, ben.id)
    const request = (to: TestMember) => ({ to: to.id, cid: newId(), text: 'Again' })
    expect((await callAt(turned, anna, requestActions.send.path, request(ben))).status).toBe(409)
    expect((await callAt(turned, ben, requestActions.send.path, request(anna))).status).toBe(409)
    expect((await callAt(turned, ben, blockActions.block.path, { id: anna.id })).status).toBe(200)
    const rows = await db
      .select({ state: chatRequests.state })
      .from(chatRequests)
      .where(inArray(chatRequests.fromId, [anna.id, ben.id]))
    expect(rows).toEqual([{ state: 'expired' }])
    expect(await textsOf((await storedOf(anna, ben)) ?? '', anna)).toBeNull()
  })

  it.each(['a request', 'their request', 'a like'] as const)(
    'in the very moment of first writers, with %s first, ends with one id',
    async (first) => {
      const attempt = async () => {
        const [anna, ben] = await createTwo()
        await postJson(anna, likeActions.like.path, { id: ben.id })
        const now = Date.now()
        const request = (from: TestMember, to: TestMember) =>
          writeRequest(db, { fromId: from.id, toId: to.id, freshId: newId(), cid: newId(), text: 'Hello', now, since: now - 1 })
        const writers = {
          'a request': () => request(anna, ben),
          'their request': () => request(ben, anna),
          'a like': () =>
            db.batch(likeStatements(db, { fromId: ben.id, toId: anna.id, freshId: newId(), now, since: now - 1, tie: null })),
        }
        const order = new Set([first, 'a request', 'their request', 'a like'] as const)
        await Promise.all([...order].map((name) => writers[name]()))
        const [lowId, highId] = sortedIds(anna, ben)
        const [matched, requested] = await db.batch([
          db
            .select({ id: pairs.conversationId })
            .from(pairs)
            .where(and(eq(pairs.lowId, lowId), eq(pairs.highId, highId))),
          db
            .select({ id: chatRequests.conversationId })
            .from(chatRequests)
            .where(inArray(chatRequests.fromId, [anna.id, ben.id])),
        ])
        expect(matched).toHaveLength(1)
        expect(requested.length).toBeLessThanOrEqual(1)
        expect(new Set([...matched, ...requested].map(({ id }) => id)).size).toBe(1)
      }
      await Promise.all(Array.from({ length: 10 }, attempt))
    },
  )
})

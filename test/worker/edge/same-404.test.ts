import { visitActions } from '#features/visits/contract.ts'
import { requestActions } from '#features/chat/contract.ts'
import { reportActions } from '#features/reports/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { blocks } from '#db/schema.ts'
import { createApp } from '#worker/app.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { payloadPath } from '#test/support/worker/pages.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const app = createApp()

/** Returns a member's answer and its cost: everything that could distinguish two kinds of unreachable people. */
async function ask(member: TestMember, path: string, id: string, body?: Record<string, unknown>) {
  const { db: counted, count, statements } = countingDatabase()
  const context = createExecutionContext()
  const headers = { 'Accept-Language': 'en-GB', authorization: `Bearer ${member.token}`, origin }
  const request = body
    ? new Request(origin + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    : new Request(origin + path, { headers })
  const response = await app.fetch(request, { ...env, DB: counted }, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  return {
    status: response.status,
    headers: [...response.headers.keys()].toSorted(),
    body: text
      .replaceAll(id, 'ID')
      .replaceAll(/"requestId":"[^"]*"/g, '')
      .replaceAll(/nonce="[^"]*"/g, '')
      .replaceAll(/"now":\d+|"realtimeToken":"[^"]*"/g, ''),
    asked: count(),
    statements: statements(),
  }
}

const hidden = { profile: { discoverable: false } }
type Kind = 'absent' | 'oneself' | 'blocked' | 'blocking' | 'hidden' | 'incomplete' | 'paused' | 'restricted' | 'deleted'

/** Creates somebody whom `viewer` cannot meet, each for another reason. */
const nobodies: Record<Kind, (viewer: TestMember) => Promise<string>> = {
  absent: async () => newId(),
  oneself: async ({ id }) => id,
  blocked: async (viewer) => {
    const { id } = await createMember()
    await db.insert(blocks).values({ blockerId: viewer.id, blockedId: id, createdAt: 1 })
    return id
  },
  blocking: async (viewer) => {
    const { id } = await createMember()
    await db.insert(blocks).values({ blockerId: id, blockedId: viewer.id, createdAt: 1 })
    return id
  },
  hidden: async () => (await createMember(hidden)).id,
  incomplete: async () => (await createMember({ member: { state: 'incomplete' }, ...hidden })).id,
  paused: async () => (await createMember({ member: { state: 'paused' }, ...hidden })).id,
  restricted: async () => (await createMember({ member: { state: 'restricted' }, ...hidden })).id,
  deleted: async () => (await createMember({ member: { state: 'deleted' }, ...hidden })).id,
}
const kinds = Object.keys(nobodies).filter((kind) => kind !== 'absent') as Exclude<Kind, 'absent'>[]

type Surface = { path: (id: string) => string; body?: (id: string) => Record<string, unknown> }
const surfaces: Record<string, Surface> = {
  'the document of the profile': { path: (id) => `/profile-info/${id}` },
  'its payload': { path: (id) => payloadPath(`/profile-info/${id}`) },
  'a like': { path: () => likeActions.like.path, body: (id) => ({ id }) },
  'a like taken back': { path: () => likeActions.withdraw.path, body: (id) => ({ id }) },
  'a pass': { path: () => likeActions.pass.path, body: (id) => ({ id }) },
  'a favourite': { path: () => favouriteActions.keep.path, body: (id) => ({ id, note: '' }) },
  'a visit': { path: () => visitActions.leave.path, body: (id) => ({ id }) },
  'a request': { path: () => requestActions.send.path, body: (id) => ({ to: id, cid: newId(), text: 'Hello!' }) },
  'a report': { path: () => reportActions.report.path, body: (id) => ({ id, source: 'profile', category: 'fake' }) },
  'a block': { path: () => blockActions.block.path, body: (id) => ({ id }) },
}

/** Left out: blocking somebody again, because the member knows of the block; and the member's own profile, which exists. */
const cases = Object.entries(surfaces).flatMap(([name, surface]) =>
  kinds
    .filter((kind) => !(name === 'a block' && kind === 'blocked') && !(surface.body === undefined && kind === 'oneself'))
    .map((kind) => [kind, name, surface] as const),
)

// Tables that are read at most once a minute are read before.
beforeAll(async () => {
  const warm = await createMember()
  for (const { path, body } of Object.values(surfaces)) await ask(warm, path('x'), 'x', body?.('x'))
})

describe('somebody who is not to be met looks like an unknown id', () => {
  it.each(cases)(
    '%s: %s has the status, headers, body and number of statements of an absent one',
    async (kind, _, { path, body }) => {
      const viewer = await createMember()
      const [id, absent] = [await nobodies[kind](viewer), await nobodies.absent(viewer)]
      // The first call of all records that the member is here.
      await ask(viewer, path(absent), absent, body?.(absent))
      const [found, expected] = [
        await ask(viewer, path(id), id, body?.(id)),
        await ask(viewer, path(absent), absent, body?.(absent)),
      ]
      expect([found.status, found.statements > 1]).toEqual([404, true])
      expect(found).toEqual(expected)
    },
  )

  it('for a guest all look alike: any profile leads to sign-in', async () => {
    const there = await createMember()
    const open = async (id: string) => {
      const response = await app.fetch(new Request(`${origin}/profile-info/${id}`), env, createExecutionContext())
      return [response.status, response.headers.get('location')?.replaceAll(id, 'ID')]
    }
    expect(await open(there.id)).toEqual(await open(newId()))
  })
})

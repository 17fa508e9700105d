import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { likes, members, passes, sessions, visits } from '#db/schema.ts'
import { likeActions } from '#features/likes/contract.ts'
import { visitActions } from '#features/visits/contract.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { createApp } from '#worker/app.ts'

/** Actions that read their member in the batch that writes, and what each has written. */
const acts = {
  pass: { action: likeActions.pass, written: ({ id }: TestMember) => db.$count(passes, eq(passes.fromId, id)) },
  visit: { action: visitActions.leave, written: ({ id }: TestMember) => db.$count(visits, eq(visits.visitorId, id)) },
  // A like counts a day, which begins by the member's time zone: the browser sends its own along.
  like: { action: likeActions.like, written: ({ id }: TestMember) => db.$count(likes, eq(likes.fromId, id)) },
}
const cookie = 'tz=Europe%2FKyiv'
const create = () => createMember({ member: { timeZone: 'Europe/Kyiv' } })
const turn = ({ id }: TestMember, state: 'restricted' | 'deleted' | 'incomplete') =>
  db.update(members).set({ state }).where(eq(members.id, id))
const bars = {
  'was restricted': { bar: (member) => turn(member, 'restricted'), answer: [403, 'restricted'] },
  'has a deleted account': { bar: (member) => turn(member, 'deleted'), answer: [401, 'unauthorized'] },
  'has signed out elsewhere': {
    bar: ({ sid }) => db.update(sessions).set({ revokedAt: 1 }).where(eq(sessions.id, sid)),
    answer: [401, 'unauthorized'],
  },
  'has not finished the questionnaire': { bar: (member) => turn(member, 'incomplete'), answer: [404, 'not-found'] },
} satisfies Record<string, { bar: (member: TestMember) => Promise<unknown>; answer: [number, string] }>

describe.each(Object.keys(acts) as (keyof typeof acts)[])('%s', (name) => {
  const { action, written } = acts[name]

  it('is one call of D1', async () => {
    const [member, other] = [await create(), await create()]
    const [{ db: counted, count }, context] = [countingDatabase(), createExecutionContext()]
    const headers = { authorization: `Bearer ${member.token}`, origin, cookie, 'content-type': 'application/json' }
    const request = new Request(origin + action.path, { method: 'POST', headers, body: JSON.stringify({ id: other.id }) })
    const response = await createApp().fetch(request, { ...env, DB: counted }, context)
    await waitOnExecutionContext(context)
    expect([response.status, count(), await written(member)]).toEqual([200, 1, 1])
  })

  it.each(Object.keys(bars) as (keyof typeof bars)[])(
    'of somebody who %s is refused like any other, and writes nothing',
    async (kind) => {
      const [member, other] = [await create(), await create()]
      await bars[kind].bar(member)
      const response = await postJson(member, action.path, { id: other.id }, { cookie })
      const { error } = await response.json<{ error: { code: string } }>()
      expect([response.status, error.code]).toEqual(bars[kind].answer)
      const plain = await Promise.all(
        [action, likeActions.withdraw].map(({ path }) => postForm(member, path, { id: other.id }, { cookie })),
      )
      const [own, usual] = plain.map(({ status, headers }) => [status, headers.get('location')])
      expect(own).toEqual(usual)
      if (kind === 'was restricted') expect(plain[0]?.headers.get('set-cookie')).toBeNull()
      expect(await written(member)).toBe(0)
    },
  )
})

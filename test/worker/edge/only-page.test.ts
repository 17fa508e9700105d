import { SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { restrictions } from '#db/schema.ts'
import { payloadPath } from '#test/support/worker/pages.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { signUp } from '#test/support/worker/visitor.ts'

type Opens = (path: string) => Promise<Response>

const statement = { rule: 'spam', facts: 'Advertising.', decidedBy: 'program', formerState: 'complete' } as const

async function asMember(state: 'incomplete' | 'restricted'): Promise<Opens> {
  const { id, token } = await createMember({ member: { state } })
  if (state === 'restricted')
    await db.insert(restrictions).values({ id: newId(), memberId: id, ...statement, createdAt: Date.now() })
  return (path) => SELF.fetch(origin + path, { redirect: 'manual', headers: { authorization: `Bearer ${token}` } })
}

const visitors: Record<string, [() => Promise<Opens>, string]> = {
  unverified: [
    async () => {
      const { visitor } = await signUp()
      return (path) => visitor.get(path)
    },
    '/uk/email-verify',
  ],
  incomplete: [() => asMember('incomplete'), '/uk/questionnaire'],
  restricted: [() => asMember('restricted'), '/uk/restricted'],
}

describe.each(Object.entries(visitors))('the 404 of somebody who is %s', (_, [create, only]) => {
  it('has one way on, and no link that leads elsewhere than it says', async () => {
    const open = await create()
    const answer = await open('/uk/nowhere/at-all')
    expect(answer.status).toBe(404)
    const page = await answer.text()
    const body = page.slice(page.indexOf('<body'))
    const links = [...body.matchAll(/<a [^>]*href="([^"]*)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !href.startsWith('#'))
    expect(new Set(links)).toEqual(new Set([only]))
    for (const link of new Set(links)) expect((await open(link)).status, link).toBe(200)
    expect((await open(payloadPath('/uk/nowhere/at-all'))).status).toBe(404)
  })
})

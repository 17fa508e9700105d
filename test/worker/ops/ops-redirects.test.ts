import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditLog, blogPosts, cities, contentRevision, redirects } from '#db/schema.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { openPage, payloadPath } from '#test/support/worker/pages.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { seedContent } from '#test/support/worker/store.ts'
import { passMinute } from '#test/support/worker/switches.ts'

beforeAll(async () => {
  await seedContent()
  await db.insert(blogPosts).values({ slug: 'a-draft', updatedAt: 0 })
})

const newPath = () => `/gone/${newId().toLowerCase()}`
const add = (operator: Colleague, path: string, target: string) => operator.submit('/ops/redirects', { path, target })
const targetOf = async (path: string) => (await db.select().from(redirects).where(eq(redirects.path, path)))[0]?.target
const revision = async () => (await db.select().from(contentRevision))[0]?.revision
const entriesOf = async (path: string) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectKind, 'redirect'), eq(auditLog.subjectId, path)))
  ).map(({ action, detail }) => [action, detail])
const rowsOf = async (operator: Colleague) => (await (await operator.get('/ops/redirects')).text()).split('<tr>')
const locationOf = async (path: string) => {
  const answer = await openPage(null, path)
  return [answer.status, answer.headers.get('location')]
}

describe('a redirect', () => {
  it('is stored as it is looked up, works within a minute in every language, and ends when it is removed', async () => {
    const operator = await createModerator('operator')
    const path = newPath()
    const before = (await revision()) ?? 0
    const added = await add(operator, ` /DE${path.toUpperCase()}/ `, '/uk/About?from=old')
    expect([added.status, added.headers.get('location')]).toEqual([303, '/ops/redirects?done=redirect-added'])
    expect([await targetOf(path), await revision()]).toEqual(['/about?from=old', before + 1])
    expect(await (await operator.get('/ops/redirects')).text()).toContain(`<code>${path}</code>`)
    passMinute()
    expect(await locationOf(path)).toEqual([301, '/about?from=old'])
    expect(await locationOf(`/de${path.toUpperCase()}/`)).toEqual([301, '/de/about?from=old'])
    expect(await (await openPage(null, payloadPath(path))).json()).toMatchObject({ redirect: '/about?from=old' })

    const later = await createModerator('operator')
    expect((await later.submit('/ops/redirects/remove', { path })).headers.get('location')).toContain('done=redirect-removed')
    expect((await later.submit('/ops/redirects/remove', { path })).status).toBe(409)
    expect([await targetOf(path), await revision()]).toEqual([undefined, before + 2])
    passMinute()
    expect((await locationOf(path))[0]).toBe(404)
    expect(await entriesOf(path)).toEqual([
      ['redirect.added', { target: '/about?from=old' }],
      ['redirect.removed', {}],
    ])
  })

  it('may lead to another site, and from the path of a city or post that there is not', async () => {
    const operator = await createModerator('operator')
    for (const path of ['/atlantis', '/blog/an-old-post'])
      expect((await add(operator, path, 'https://elsewhere.example')).status).toBe(303)
    passMinute()
    expect(await locationOf('/atlantis')).toEqual([301, 'https://elsewhere.example/'])
    expect(await locationOf('/fr/blog/an-old-post')).toEqual([301, 'https://elsewhere.example/'])
  })

  it('keeps what the old address asked for, and gives no language’s home a slash of its own', async () => {
    const [plain, home] = [newPath(), newPath()]
    await add(await createModerator('operator'), plain, '/about')
    await add(await createModerator('operator'), home, '/#faq')
    passMinute()
    expect(await locationOf(`/de${plain}?utm=1`)).toEqual([301, '/de/about?utm=1'])
    expect(await locationOf(`/uk${home}`)).toEqual([301, '/uk#faq'])
  })

  it('is refused where it would hide a page, be none, or lead to another one; what was typed stays in the form', async () => {
    const operator = await createModerator('operator')
    const [path, end] = [newPath(), newPath()]
    await add(operator, path, end)
    const before = await revision()
    const refused: [path: string, target: string, status: number, why: string][] = [
      ['/about', '/faq', 422, 'is a page'],
      ['/ops/members', '/faq', 422, 'is a page'],
      ['/London', '/faq', 409, 'is a page'],
      ['/uk/blog/a-draft', '/faq', 409, 'is a page'],
      ['/a?b', '/faq', 422, 'A path is'],
      [newPath(), 'http://elsewhere.example', 422, 'A target is'],
      [newPath(), '//evil.example', 422, 'A target is'],
      [path.toUpperCase(), '/faq', 409, 'has a redirect'],
      [newPath(), `/pl${path}?x`, 409, 'in a circle'],
      [end, '/faq', 409, 'in a circle'],
      [end, path, 409, 'in a circle'],
    ]
    for (const [from, to, status, why] of refused) {
      const answer = await add(operator, from, to)
      expect([answer.status, from, to]).toEqual([status, from, to])
      const page = await answer.text()
      expect(page).toContain(why)
      expect(page).toContain(`value="${to.replaceAll('&', '&amp;')}"`)
    }
    const self = newPath()
    expect((await add(operator, self, `${self}#top`)).status).toBe(409)
    expect([await revision(), await targetOf(end), await targetOf('/london'), await entriesOf(end)]).toEqual([
      before,
      undefined,
      undefined,
      [],
    ])
  })

  it('of two that are stored at the same moment and would make a chain, is one', async () => {
    const operators = [await createModerator('operator'), await createModerator('operator')] as const
    const [a, b] = [newPath(), newPath()]
    const answers = await Promise.all([add(operators[0], a, b), add(operators[1], b, a)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect([await targetOf(a), await targetOf(b)].filter((target) => target !== undefined)).toHaveLength(1)
    expect([...(await entriesOf(a)), ...(await entriesOf(b))]).toHaveLength(1)
  })

  it('that hides a city which came later with a deployment says so in the list', async () => {
    const operator = await createModerator('operator')
    const [slug, free] = [
      `city${newId()
        .toLowerCase()
        .replaceAll(/[^a-z]/g, '')}`,
      newPath(),
    ]
    for (const path of [`/${slug}`, free]) await add(operator, path, '/about')
    const hint = 'Hides a page of ours'
    const hintAt = async (path: string) =>
      (await rowsOf(operator)).find((row) => row.includes(`<code>${path}</code>`))?.includes(hint)
    expect([await hintAt(`/${slug}`), await hintAt(free)]).toEqual([false, false])
    await db
      .insert(cities)
      .values({ id: newId(), slug, country: 'GB', names: { en: 'Later' }, cellX: 0, cellY: 0, timeZone: 'UTC' })
    expect([await hintAt(`/${slug}`), await hintAt(free)]).toEqual([true, false])
  })

  it('is operators’ alone', async () => {
    const [moderator, member, path] = [await createModerator(), await createMember(), newPath()]
    expect((await add(moderator, path, '/faq')).headers.get('location')).toBe('/ops')
    expect((await openPage(member, '/ops/redirects')).status).toBe(404)
    expect(await targetOf(path)).toBeUndefined()
  })
})

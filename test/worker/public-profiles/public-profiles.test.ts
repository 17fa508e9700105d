import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { members, profiles, publicProfiles } from '#db/schema.ts'
import { profileActions } from '#features/profile/contract.ts'
import { pageSize, publicProfileActions } from '#features/public-profiles/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'

const { path } = publicProfileActions.save
const list = routes.publicProfile.path
const pageOf = (id: string) => href(routes.publicProfile, {}, { locale: 'en', query: { id } })
const consentOf = async ({ id }: TestMember) =>
  (await db.select().from(publicProfiles).where(eq(publicProfiles.memberId, id)))[0] ?? null
const statusOf = async (id: string) => (await openPage(null, pageOf(id))).status
const htmlOf = async (address: string) => (await openPage(null, address)).text()

/** A member who shows their profile to everyone, unless the consent is left out. */
async function createPublic(options: Parameters<typeof createMember>[0] = {}, since = Date.now()) {
  const member = await createMember(options)
  const publicId = newId()
  await db.insert(publicProfiles).values({ memberId: member.id, publicId, since })
  return { ...member, publicId }
}

describe('the consent', () => {
  test('is the row, with its day and a random address, and a second one changes neither', async () => {
    const anna = await createMember()
    const before = Date.now()
    expect(await (await postJson(anna, path, { isPublic: true })).json()).toMatchObject({ isPublic: true })
    const consent = await consentOf(anna)
    expect(consent?.publicId).toMatch(/^[\w-]{22}$/)
    expect(consent?.since).toBeGreaterThanOrEqual(before)
    await postJson(anna, path, { isPublic: true })
    expect(await consentOf(anna)).toEqual(consent)
  })

  test('ends at once with its address; given again it has another one', async () => {
    const anna = await createMember()
    await postJson(anna, path, { isPublic: true })
    const first = (await consentOf(anna))?.publicId ?? ''
    expect(await statusOf(first)).toBe(200)
    expect(await (await postJson(anna, path, { isPublic: false })).json()).toMatchObject({ isPublic: false })
    expect(await consentOf(anna)).toBeNull()
    expect(await statusOf(first)).toBe(404)
    expect(await htmlOf(list)).not.toContain(first)
    await postJson(anna, path, { isPublic: true })
    const second = (await consentOf(anna))?.publicId ?? ''
    expect(second).not.toBe(first)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  })

  test('is given and ended by a plain form, and needs a session', async () => {
    const anna = await createMember()
    const referer = `${origin}/uk/main-settings?section=privacy`
    const given = await postForm(anna, path, { isPublic: '1', plain: '1' }, { referer })
    expect([given.status, given.headers.get('location')]).toEqual([303, '/uk/main-settings?section=privacy'])
    expect(await consentOf(anna)).not.toBeNull()
    await postForm(anna, path, { plain: '1' }, { referer })
    expect(await consentOf(anna)).toBeNull()
    expect((await postJson(null, path, { isPublic: true })).status).toBe(401)
  })

  test('stands in the settings with the address and with what others see', async () => {
    const about = 'I restore maps.'
    const anna = await createPublic({ profile: { about, interests: ['art', 'tea'], visibility: { interests: 'matches' } } })
    const html = await (await openPage(anna, '/main-settings?section=privacy')).text()
    expect(html).toContain(`${origin}${list}?id=${anna.publicId}`)
    const section = html.slice(html.indexOf('id="public-profile"'))
    expect(section).toContain(about)
    expect(section).not.toContain('>Tea<')
    const other = await (await openPage(await createMember(), '/main-settings?section=privacy')).text()
    expect(other).toContain('id="public-profile"')
    expect(other).not.toContain('?id=')
  })
})

describe('answers', () => {
  const promptAnswers = [
    { prompt: 'night-train', text: 'zanzibar-sleeper', language: 'en', see: 'everyone' },
    { prompt: 'small-joy', text: 'zanzibar-toast', language: 'en', see: 'everyone' },
    { prompt: 'bad-at', text: 'zanzibar-whisper', language: 'en', see: 'matches' },
  ]
  const shownOf = async (id: string) => [...(await htmlOf(pageOf(id))).matchAll(/zanzibar-(\w+)/g)].map(([, word]) => word)

  test('are shown once they are ticked, and only those that every member sees', async () => {
    const anna = await createPublic({ profile: { promptAnswers } })
    expect(await shownOf(anna.publicId)).toEqual([])
    await postJson(anna, path, { isPublic: true, prompts: ['small-joy', 'bad-at'] })
    expect(new Set(await shownOf(anna.publicId))).toEqual(new Set(['toast']))
    expect(await consentOf(anna)).toMatchObject({ prompts: ['small-joy'] })
    await postJson(anna, path, { isPublic: true })
    expect(await shownOf(anna.publicId)).toEqual([])
    expect((await postJson(anna, path, { isPublic: true, prompts: ['shoe-size'] })).status).toBe(422)
  })

  test('that are removed, or hidden for a while, have to be ticked again', async () => {
    const anna = await createPublic({ profile: { promptAnswers } })
    await postJson(anna, path, { isPublic: true, prompts: ['night-train', 'small-joy'] })
    const say = (prompt: string, see: string) =>
      postJson(anna, profileActions.answer.path, { prompt, text: `zanzibar-${prompt}`, see })
    await postJson(anna, profileActions.removeAnswer.path, { prompt: 'small-joy' })
    await say('small-joy', 'everyone')
    await say('night-train', 'matches')
    await say('night-train', 'everyone')
    expect(await shownOf(anna.publicId)).toEqual([])
    expect(await consentOf(anna)).toMatchObject({ prompts: [] })
  })

  test('ticked on a page that is older than their hiding or removal stay unticked', async () => {
    const anna = await createPublic({ profile: { promptAnswers } })
    const save = (prompt: string, see: string) =>
      postJson(anna, profileActions.answer.path, { prompt, text: `zanzibar-${prompt.slice(0, 5)}`, see })
    await save('night-train', 'matches')
    await postJson(anna, profileActions.removeAnswer.path, { prompt: 'small-joy' })
    await postJson(anna, path, { isPublic: true, prompts: ['night-train', 'small-joy'] })
    expect(await consentOf(anna)).toMatchObject({ prompts: [] })
    await save('night-train', 'everyone')
    await save('small-joy', 'everyone')
    expect(await shownOf(anna.publicId)).toEqual([])
    const other = await createMember({ profile: { promptAnswers } })
    await postJson(other, path, { isPublic: true, prompts: ['bad-at', 'night-train'] })
    expect(await consentOf(other)).toMatchObject({ prompts: ['night-train'] })
  })

  test('end with the consent; a new one ticks none', async () => {
    const anna = await createPublic({ profile: { promptAnswers } })
    await postJson(anna, path, { isPublic: true, prompts: ['small-joy'] })
    await postJson(anna, path, { isPublic: false })
    await postJson(anna, path, { isPublic: true })
    expect(await consentOf(anna)).toMatchObject({ prompts: [] })
  })
})

describe('a public profile', () => {
  const secret = () => `secret-${newId()}`
  const answers = {
    about: 'I restore maps.',
    intent: 'relationship',
    interests: ['art', 'tea'],
    languages: ['en', 'fr'],
    birthDate: '1990-01-01',
  }

  test('has name, age, intent, words, interests and languages', async () => {
    const anna = await createPublic({ member: { firstName: 'Anna' }, profile: { ...answers, firstName: 'Anna' } })
    const html = await htmlOf(pageOf(anna.publicId))
    const age = new Date().getUTCFullYear() - 1990
    for (const text of [`Anna, ${age}`, 'I restore maps.', 'A lasting relationship', 'Art', 'Tea', 'English and French'])
      expect(html, text).toContain(text)
  })

  test.each(['about', 'intent', 'interests', 'languages'] as const)('leaves out %s unless everyone may see it', async (field) => {
    const shown = {
      about: 'I restore maps.',
      intent: 'A lasting relationship',
      interests: 'Tea',
      languages: 'English and French',
    }[field]
    for (const who of ['matches', 'me', 'nonsense']) {
      const { publicId } = await createPublic({ profile: { ...answers, visibility: { [field]: who } } })
      expect(await htmlOf(pageOf(publicId)), who).not.toContain(`>${shown}<`)
    }
    const { publicId } = await createPublic({ profile: answers })
    expect(await htmlOf(pageOf(publicId))).toContain(`>${shown}<`)
  })

  test('says nothing else: no id, place, date of birth, gender, activity or sensitive answer, whatever its visibility', async () => {
    const fields = ['body', 'drinking', 'smoking', 'education', 'kids', 'politics', 'religion', 'orientation'] as const
    const values = { body: 'curvy', drinking: 'socially', smoking: 'quitting', education: 'doctorate', kids: 'someday', politics: 'green', religion: 'buddhist', orientation: 'bisexual' } // prettier-ignore
    const names = ['Curvy', 'Socially', 'Trying to quit', 'Doctorate', 'Would like children', 'Green', 'Buddhist', 'Bisexual', 'Non-binary'] // prettier-ignore
    const email = `${secret()}@example.test`
    const { id, publicId } = await createPublic({
      member: { email },
      profile: {
        ...answers,
        ...values,
        heightCm: 171,
        cellX: 4321,
        cellY: 1234,
        visibility: Object.fromEntries(fields.map((field) => [field, 'everyone'])),
      },
    })
    for (const address of [pageOf(publicId), list]) {
      const html = await htmlOf(address)
      expect(html).toContain(publicId)
      for (const text of [id, email, 'Online now', '1990-01-01', ...names, ...Object.values(values)])
        expect(html, text).not.toContain(text)
      // Random ids and nonces may have these digits in them.
      for (const number of ['4321', '1234', '171']) expect(html).not.toMatch(new RegExp(`(?<![\\w/+-])${number}(?![\\w/+-])`))
    }
  })

  test.each(['paused', 'restricted', 'deleted', 'incomplete'] as const)('is not there while its member is %s', async (state) => {
    const { id, publicId } = await createPublic()
    await db.batch([
      db.update(members).set({ state }).where(eq(members.id, id)),
      db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, id)),
    ])
    expect(await statusOf(publicId)).toBe(404)
    expect(await htmlOf(list)).not.toContain(publicId)
  })

  test('is not there for a state alone, nor for a hidden profile alone', async () => {
    const [one, other] = [await createPublic(), await createPublic()]
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, one.id))
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, other.id))
    expect([await statusOf(one.publicId), await statusOf(other.publicId)]).toEqual([404, 404])
  })

  test('of an unknown or empty address is a 404, and so is a member’s own id', async () => {
    const anna = await createPublic()
    for (const id of [newId(), anna.id]) expect(await statusOf(id), id).toBe(404)
    expect((await openPage(null, `${list}?id=`)).status).toBe(404)
  })

  test('is left out of search results and kept by nobody, and so is the list', async () => {
    const { publicId } = await createPublic()
    const one = await openPage(null, pageOf(publicId))
    expect(one.headers.get('cache-control')).toBe('no-store')
    expect(await one.text()).toContain('<meta name="robots" content="noindex"/>')
    const all = await openPage(null, list)
    expect(all.headers.get('cache-control')).toBe('no-store')
    expect(all.headers.get('etag')).toBeNull()
    const html = await all.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  })

  test('sends members to their own pages', async () => {
    const { publicId } = await createPublic()
    const response = await openPage(await createMember(), pageOf(publicId))
    expect([response.status, response.headers.get('location')]).toEqual([302, '/people-nearby'])
  })
})

describe('the list', () => {
  test('shows the newest consent first, 24 on a page, each once', async () => {
    await db.delete(publicProfiles)
    const start = Date.now() - 1_000_000
    const people: { publicId: string }[] = []
    // Two share each moment, so that the order needs the id, too.
    for (let index = 0; index < pageSize + 3; index += 1) people.push(await createPublic({}, start + Math.floor(index / 2)))
    const idsOf = (html: string) => [...new Set([...html.matchAll(/public-profile\?id=([\w-]{22})/g)].map(([, id]) => id))]
    const first = await htmlOf(list)
    const next = /href="([^"]*\?after=[^"]+)"/.exec(first)?.[1] ?? ''
    const second = await htmlOf(next)
    expect([idsOf(first).length, idsOf(second).length]).toEqual([pageSize, 3])
    expect(new Set([...idsOf(first), ...idsOf(second)])).toEqual(new Set(people.map(({ publicId }) => publicId)))
    expect(idsOf(second)).toContain(people[0]?.publicId)
    expect(idsOf(first)).toContain(people.at(-1)?.publicId)
    // Only its first page is for search engines.
    expect(second).toContain('content="noindex"')
    expect([first, second].map((html) => html.includes('rel="next"'))).toEqual([true, false])
    await db.delete(publicProfiles)
    expect(await htmlOf(list)).toContain('No public profiles yet')
  })
})

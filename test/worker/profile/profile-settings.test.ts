import { visitActions } from '#features/visits/contract.ts'
import { settingsActions } from '#features/settings/contract.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cities, members, pairs, profiles, visits } from '#db/schema.ts'
import { profileActions, type OwnProfileProps, type ProfileSettingsProps } from '#features/profile/contract.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import type { MessagesProps } from '#features/chat/ui/inbox/messages-props.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'

async function stored(member: TestMember) {
  const [row] = await db
    .select()
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .where(eq(members.id, member.id))
  if (!row) throw new Error('The member is gone')
  return { ...row.profiles, state: row.members.state }
}

const settingsOf = async (member: TestMember) => (await readPayload<ProfileSettingsProps>(member, '/profile-settings')).props
const words = (revision: unknown, about: string, more: Record<string, unknown> = {}) => ({ revision, about, ...more })

beforeAll(async () => {
  await db.insert(cities).values([
    { id: 'c-york', slug: 'york', country: 'gb', names: { en: 'York' }, cellX: 2400, cellY: 3199, timeZone: 'Europe/London' },
    { id: 'c-lviv', slug: 'lviv', country: 'ua', names: { en: 'Lviv' }, cellX: 2700, cellY: 3107, timeZone: 'Europe/Kyiv' },
  ])
})

describe('editing a profile', () => {
  it('saves one section with its visibility, leaves the others alone and raises the revision', async () => {
    const anna = await createMember({ profile: { politics: 'green', visibility: { politics: 'matches' } } })
    const { revision, visibility } = await settingsOf(anna)
    expect(visibility).toMatchObject({ politics: 'matches', religion: 'me', about: 'everyone' })
    const response = await postJson(anna, profileActions.words.path, {
      ...words(revision, ' Tea\r\nfirst. '),
      interests: ['tea'],
      languages: ['en', 'uk'],
      'see-languages': 'me',
    })
    expect(await response.json()).toMatchObject({ revision: revision + 1, notice: expect.any(String) })
    expect(await stored(anna)).toMatchObject({
      about: 'Tea\nfirst.',
      interests: ['tea'],
      languages: ['en', 'uk'],
      politics: 'green',
      visibility: { politics: 'matches', languages: 'me' },
      revision: revision + 1,
    })
  })

  it('saves facts, beliefs, whom one looks for and the portrait', async () => {
    const anna = await createMember({ profile: { politics: 'left' } })
    const { revision } = await settingsOf(anna)
    const saves: [string, Record<string, unknown>][] = [
      [profileActions.facts.path, { heightCm: '182', body: 'athletic', drinking: '', smoking: 'never', kids: 'none' }],
      [profileActions.beliefs.path, { politics: '', religion: 'jewish', 'see-religion': 'matches' }],
      [profileActions.seeking.path, { intent: 'friendship', seeks: ['woman', 'man'], seeksAgeMin: '30', seeksAgeMax: 44 }],
      [profileActions.portrait.path, { avatar: 'notionists:f-9' }],
    ]
    for (const [index, [path, body]] of saves.entries())
      expect((await postJson(anna, path, { ...body, revision: revision + index })).status, path).toBe(200)
    expect(await stored(anna)).toMatchObject({
      heightCm: 182,
      body: 'athletic',
      drinking: null,
      smoking: 'never',
      kids: 'none',
      politics: null,
      religion: 'jewish',
      intent: 'friendship',
      seeksMask: 3,
      seeksAgeMin: 30,
      seeksAgeMax: 44,
      avatar: 'notionists:f-9',
      revision: revision + 4,
    })
  })

  it('moves to another place within the limits of changes', async () => {
    const anna = await createMember()
    const { revision } = await settingsOf(anna)
    expect((await postJson(anna, profileActions.place.path, { revision, city: 'c-york' })).status).toBe(200)
    expect(await stored(anna)).toMatchObject({ cityId: 'c-york', cellX: 2400, cellY: 3199 })
    expect((await postJson(anna, profileActions.place.path, { revision: revision + 1, city: 'c-lviv' })).status).toBe(429)
    expect(await stored(anna)).toMatchObject({ cityId: 'c-york', cellX: 2400 })
  })

  it('from an older state is refused with 409 and overwrites nothing', async () => {
    const anna = await createMember()
    const { revision } = await settingsOf(anna)
    await postJson(anna, profileActions.words.path, words(revision, 'From the phone'))
    const late = await postJson(anna, profileActions.words.path, words(revision, 'From the laptop'))
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      error: { code: 'stale', message: expect.stringContaining('We haven’t overwritten anything') },
    })
    for (const [path, body] of [
      [profileActions.facts.path, { heightCm: 150 }],
      [profileActions.place.path, { city: 'c-york' }],
      [profileActions.portrait.path, { avatar: 'notionists:late' }],
    ] as const)
      expect((await postJson(anna, path, { ...body, revision })).status, path).toBe(409)
    expect(await stored(anna)).toMatchObject({ about: 'From the phone', heightCm: null, cityId: null, avatar: null })
  })

  it('replaces a newer state only when the member says so', async () => {
    const anna = await createMember()
    const { revision } = await settingsOf(anna)
    await postJson(anna, profileActions.words.path, words(revision, 'From the phone'))
    const wanted = await postJson(anna, profileActions.words.path, words(revision, 'From the laptop', { overwrite: '1' }))
    expect(wanted.status).toBe(200)
    expect(await stored(anna)).toMatchObject({ about: 'From the laptop', revision: revision + 2 })
  })

  it('of ten parallel edits lets one through', async () => {
    const anna = await createMember()
    const { revision } = await settingsOf(anna)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => postJson(anna, profileActions.words.path, words(revision, `Number ${index}`))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect((await stored(anna)).revision).toBe(revision + 1)
  })

  it('of one row leaves the rest of its section as it is', async () => {
    const anna = await createMember({ profile: { about: 'Tea first.', interests: ['tea', 'yoga'], drinking: 'rarely' } })
    const { revision } = await settingsOf(anna)
    const one = await postJson(anna, profileActions.words.path, { revision, only: 'interests', interests: ['art'] })
    expect(await one.json()).toMatchObject({ revision: revision + 1 })
    const two = await postJson(anna, profileActions.facts.path, { revision: revision + 1, only: 'heightCm', heightCm: '171' })
    expect(await two.json()).toMatchObject({ revision: revision + 2 })
    expect(await stored(anna)).toMatchObject({ about: 'Tea first.', interests: ['art'], drinking: 'rarely', heightCm: 171 })
    const other = await postJson(anna, profileActions.facts.path, { revision: revision + 2, only: 'politics', politics: 'left' })
    expect(other.status).toBe(422)
  })

  it('stands open on the page when its address names the row, and no other does', async () => {
    const anna = await createMember({ profile: { heightCm: 171 } })
    const open = async (query: string) => (await openPage(anna, `/profile-settings${query}`)).text()
    expect(await open('?edit=heightCm')).toMatch(/<select name="heightCm"/)
    for (const query of ['', '?edit=birthday', '?edit=toString']) {
      const page = await open(query)
      expect(page).not.toContain('<select')
      expect(page).toContain('171\u00a0cm')
    }
  })

  it('as a plain form comes back to its section, with what was typed when it was stale', async () => {
    const anna = await createMember()
    const { revision } = await settingsOf(anna)
    const form = (about: string): [string, string][] => [
      ['revision', String(revision)],
      ['back', '/profile-settings?edit=about'],
      ['only', 'about'],
      ['about', about],
    ]
    const referer = `${origin}/profile-settings`
    const saved = await postForm(anna, profileActions.words.path, form('First'), { referer })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/profile-settings#words'])
    const refused = await postForm(anna, profileActions.words.path, form('Typed in vain?'), { referer })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/profile-settings?edit=about'])
    const cookie = refused.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const page = await (await openPage(anna, '/profile-settings?edit=about', { cookie })).text()
    expect(page).toContain('Typed in vain?')
    expect(page).toContain('We haven’t overwritten anything')
    expect(page).toContain('name="overwrite"')
    expect(page).toContain(`name="revision" value="${revision + 1}"`)
  })

  const bad: [string, string, Record<string, unknown>, string][] = [
    ['no revision', profileActions.words.path, { revision: undefined }, 'revision'],
    ['a revision that is no number', profileActions.words.path, { revision: '1e3' }, 'revision'],
    ['1001 characters', profileActions.words.path, { about: '🌱'.repeat(1001) }, 'about'],
    ['an unknown interest', profileActions.words.path, { interests: ['arson'] }, 'interests'],
    ['an unknown visibility', profileActions.words.path, { 'see-about': 'ME' }, 'see-about'],
    ['no intent', profileActions.seeking.path, { intent: '', seeks: ['man'], seeksAgeMin: 20, seeksAgeMax: 30 }, 'intent'],
    ['nobody sought', profileActions.seeking.path, { intent: 'open', seeksAgeMin: 20, seeksAgeMax: 30 }, 'seeks'],
    [
      'a minor sought',
      profileActions.seeking.path,
      { intent: 'open', seeks: ['man'], seeksAgeMin: 17, seeksAgeMax: 30 },
      'seeksAgeMin',
    ],
    [
      'ages reversed',
      profileActions.seeking.path,
      { intent: 'open', seeks: ['man'], seeksAgeMin: 40, seeksAgeMax: 30 },
      'seeksAgeMin',
    ],
    ['a giant', profileActions.facts.path, { heightCm: 500 }, 'heightCm'],
    ['unknown politics', profileActions.beliefs.path, { politics: 'toString' }, 'politics'],
    ['no portrait', profileActions.portrait.path, {}, 'avatar'],
    ['no place', profileActions.place.path, {}, 'city'],
    ['a cell off the globe', profileActions.place.path, { cellX: 1, cellY: 9_999_999 }, 'city'],
  ]
  it.each(bad)('with %s names the field and changes nothing', async (_, path, body, field) => {
    const anna = await createMember()
    const before = await stored(anna)
    const response = await postJson(anna, path, { revision: before.revision, ...body })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid', fields: { [field]: expect.any(String) } } })
    expect(await stored(anna)).toEqual(before)
  })

  it('needs a member who is through with the questionnaire', async () => {
    const newcomer = await createMember({ member: { state: 'incomplete' }, profile: { discoverable: false } })
    expect((await postJson(newcomer, profileActions.words.path, words(1, 'Hello'))).status).toBe(404)
    expect((await postJson(newcomer, profileActions.pause.path, { pause: '1' })).status).toBe(404)
    expect((await postJson(null, profileActions.words.path, words(1, 'Hello'))).status).toBe(401)
  })
})

it('the drawings on offer, and the own one, are named by what is seen in them', async () => {
  const anna = await createMember({ profile: { avatar: 'notionists:f-16' } })
  const { offeredPortraits, portraitLooks } = await settingsOf(anna)
  expect(Object.keys(portraitLooks).sort()).toEqual([...offeredPortraits, 'notionists:f-16'].sort())
  expect(portraitLooks['notionists:f-16']).toMatchObject({ length: 'long', beard: false })
})

describe('the own profile', () => {
  const open = async (member: TestMember, query = '') => (await readPayload<OwnProfileProps>(member, `/profile${query}`)).props

  it('is what everyone sees, or what a match sees, and says what stays hidden', async () => {
    const anna = await createMember({ profile: { about: 'Hello', kids: 'open', religion: 'hindu', avatar: 'notionists:a' } })
    const everyone = await open(anna)
    expect(everyone.person).toMatchObject({ about: 'Hello', kids: null, religion: null })
    expect(everyone.hidden).toEqual(['kids', 'religion'])
    const match = await open(anna, '?as=match')
    expect(match.person).toMatchObject({ about: 'Hello', kids: 'open', religion: null })
    expect(match.hidden).toEqual(['religion'])
    expect(everyone.missing).not.toContain('about')
    expect(everyone.missing).toContain('heightCm')
    expect(everyone.missing).not.toContain('avatar')
  })
})

describe('pausing', () => {
  const pause = (member: TestMember, on: boolean) => postJson(member, profileActions.pause.path, { pause: on ? '1' : '0' })

  it('hides a member from lists and from their profile’s page, keeps the chats, and can be taken back', async () => {
    const home = newArea()
    const [anna, ben, stranger] = [await createPerson(home), await createPerson(home), await createPerson(home)]
    const [lowId, highId] = [anna.id, ben.id].sort() as [string, string]
    const conversationId = newId()
    await db.insert(pairs).values({ lowId, highId, conversationId, matchedAt: Date.now() })
    const nearby = async () =>
      (await readPayload<PeopleNearbyProps>(stranger, '/people-nearby')).props.nearby.people.map(({ id }) => id)
    const profileStatus = async (viewer: TestMember) => (await openPage(viewer, payloadPath(`/profile-info/${anna.id}`))).status
    expect(await nearby()).toContain(anna.id)

    expect((await pause(anna, true)).status).toBe(200)
    expect(await stored(anna)).toMatchObject({ state: 'paused', discoverable: false })
    expect(await nearby()).not.toContain(anna.id)
    expect([await profileStatus(stranger), await profileStatus(ben)]).toEqual([404, 404])
    const inbox = await readPayload<MessagesProps>(ben, `/messages?chat=${conversationId}`)
    expect(JSON.stringify(inbox.props)).toContain(conversationId)
    expect((await readPayload<OwnProfileProps>(anna, '/profile')).props.paused).toBe(true)
    expect(await (await openPage(anna, '/people-nearby')).text()).toContain(profileActions.pause.path)

    expect((await pause(anna, false)).status).toBe(200)
    expect(await stored(anna)).toMatchObject({ state: 'complete', discoverable: true })
    expect(await nearby()).toContain(anna.id)
  })

  it('twice is once, and nobody comes back from a restriction by resuming', async () => {
    const anna = await createMember()
    await pause(anna, true)
    const { revision } = await stored(anna)
    expect((await pause(anna, true)).status).toBe(200)
    expect(await stored(anna)).toMatchObject({ state: 'paused', discoverable: false, revision })
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, anna.id))
    expect((await pause(anna, false)).status).toBeGreaterThanOrEqual(400)
    expect(await stored(anna)).toMatchObject({ state: 'restricted', discoverable: false })
  })

  it('leaves a paused member free to edit', async () => {
    const anna = await createMember({ member: { state: 'paused' }, profile: { discoverable: false } })
    expect((await postJson(anna, profileActions.words.path, words(1, 'Back soon'))).status).toBe(200)
    expect(await stored(anna)).toMatchObject({ about: 'Back soon', state: 'paused', discoverable: false })
  })
})

describe('privacy', () => {
  const save = (member: TestMember, body: Record<string, unknown>) => postJson(member, settingsActions.privacy.path, body)

  it('is saved as two switches; what a form leaves out is off', async () => {
    const anna = await createMember()
    expect((await save(anna, { browsesInvisibly: '1' })).status).toBe(200)
    expect(await stored(anna)).toMatchObject({ showsOnline: false, browsesInvisibly: true })
    await postForm(anna, settingsActions.privacy.path, { showsOnline: '1' }, { referer: `${origin}/main-settings` })
    expect(await stored(anna)).toMatchObject({ showsOnline: true, browsesInvisibly: false })
    expect((await save(anna, { showsOnline: 'maybe' })).status).toBe(422)
    expect((await save({ ...anna, token: 'forged' }, { showsOnline: '1' })).status).toBe(401)
  })

  it('hides the online dot and the last activity, and no filter finds by them', async () => {
    const home = newArea()
    const [viewer, shy] = [await createPerson(home), await createPerson(home, { showsOnline: false })]
    const list = async (query = '') =>
      (await readPayload<PeopleNearbyProps>(viewer, `/people-nearby${query}`)).props.nearby.people
    expect(await list()).toMatchObject([{ id: shy.id, online: false, reasons: { activity: 'hidden' } }])
    expect(await list('?online=1')).toEqual([])
    const { props } = await readPayload<{ person: { online: boolean } }>(viewer, `/profile-info/${shy.id}`)
    expect(props.person.online).toBe(false)
  })

  it('leaves no visit of who browses invisibly, nor to them', async () => {
    const home = newArea()
    const [shy, seen] = [await createPerson(home, { browsesInvisibly: true }), await createPerson(home)]
    await postJson(shy, visitActions.leave.path, { id: seen.id })
    expect(await db.select().from(visits).where(eq(visits.visitedId, seen.id))).toEqual([])
    await postJson(seen, visitActions.leave.path, { id: shy.id })
    expect(await db.select().from(visits).where(eq(visits.visitedId, shy.id))).toEqual([])
  })
})

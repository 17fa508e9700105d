import { visitActions } from '#features/visits/contract.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { notificationActions } from '#features/notifications/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { favourites, members, pairs, profiles } from '#db/schema.ts'
import { deriveConversationId, openDirectConversation } from '#features/chat/server/public.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import { profileActions, type ProfileSettingsProps } from '#features/profile/contract.ts'
import { saveBasics } from '#features/profile/server/own-queries.ts'
import { localDay, writeBirthDate } from '#shared/birth-date.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { eventually, newId, origin } from '#test/support/worker/realtime-client.ts'

const settingsOf = async (member: TestMember, path = '/profile-settings') =>
  (await readPayload<ProfileSettingsProps>(member, path)).props

/** Returns what both tables hold; they must never differ. */
async function storedOf({ id }: TestMember) {
  const [[member], [profile]] = await Promise.all([
    db.select().from(members).where(eq(members.id, id)),
    db.select().from(profiles).where(eq(profiles.memberId, id)),
  ])
  if (!member || !profile) throw new Error('The member is gone')
  const { firstName, gender, birthDate, birthDateChangedAt } = member
  expect(profile).toMatchObject({ firstName, gender, birthDate })
  return {
    firstName,
    gender,
    birthDate,
    changed: birthDateChangedAt !== null,
    revision: profile.revision,
    mask: profile.genderMask,
  }
}

const basics = { firstName: 'Robin', gender: 'nonbinary' }
const save = (member: TestMember, body: Record<string, unknown>) =>
  postJson(member, profileActions.basics.path, { ...basics, overwrite: '1', revision: 1, ...body })

/** Returns the date `years` before the day in that time zone; for 29 February, the day before. */
function yearsBefore(today: string, years: number): string {
  return `${Number(today.slice(0, 4)) - years}${today.slice(4).replace('02-29', '02-28')}`
}
const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, 10)

describe('first name and gender', () => {
  it('change at any time, in both tables, and the frame has the new name', async () => {
    const anna = await createMember()
    expect((await settingsOf(anna)).basics).toMatchObject({ firstName: 'Robin', gender: 'nonbinary' })
    for (const [revision, firstName, gender, mask] of [
      [1, 'Zoë-Marie', 'woman', 1],
      [2, 'Олег', 'man', 2],
    ] as const) {
      const answer = await postJson(anna, profileActions.basics.path, { revision, firstName: ` ${firstName} `, gender })
      expect(await answer.json()).toMatchObject({ revision: revision + 1, notice: expect.any(String) })
      expect(await storedOf(anna)).toMatchObject({ firstName, gender, mask, birthDate: '1990-05-04', changed: false })
    }
    const { viewer, props } = await readPayload<ProfileSettingsProps>(anna, '/profile-settings')
    expect(viewer?.firstName).toBe('Олег')
    expect(props.basics).toMatchObject({ firstName: 'Олег', gender: 'man', birthDate: { isFixed: false } })
    const session = await openPage(anna, sessionActions.current.path)
    expect(await session.json()).toMatchObject({ user: { firstName: 'Олег' } })
  })

  it.each([
    ['no name', { firstName: '  ' }, 'firstName'],
    ['a handle', { firstName: '@anna' }, 'firstName'],
    ['a link', { firstName: 'anna.example' }, 'firstName'],
    ['an address', { firstName: 'https://a' }, 'firstName'],
    ['digits', { firstName: 'Anna 7' }, 'firstName'],
    ['41 letters', { firstName: 'a'.repeat(41) }, 'firstName'],
    ['no gender', { gender: '' }, 'gender'],
    ['an unknown gender', { gender: 'toString' }, 'gender'],
    ['no date', { birthDate: ' ' }, 'birthDate'],
    ['a day that never was', { birthDate: '29/02/1991' }, 'birthDate'],
    ['a year that may be half typed', { birthDate: '04/05/20' }, 'birthDate'],
    ['a birth before 1900', { birthDate: '31/12/1899' }, 'birthDate'],
    ['a birth to come', { birthDate: '01/01/2999' }, 'birthDate'],
  ])('with %s are refused by field, and nothing changes', async (_, body, field) => {
    const anna = await createMember()
    const before = await storedOf(anna)
    const answer = await save(anna, body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid', fields: { [field]: expect.any(String) } } })
    expect(await storedOf(anna)).toEqual(before)
  })

  it('from an older state are refused with 409, and saved when the member says so', async () => {
    const anna = await createMember()
    await postJson(anna, profileActions.words.path, { revision: 1, about: 'From the phone' })
    const late = { revision: 1, ...basics, firstName: 'Ida' }
    expect((await postJson(anna, profileActions.basics.path, late)).status).toBe(409)
    expect(await storedOf(anna)).toMatchObject({ firstName: 'Robin', revision: 2 })
    expect((await postJson(anna, profileActions.basics.path, { ...late, overwrite: '1' })).status).toBe(200)
    expect(await storedOf(anna)).toMatchObject({ firstName: 'Ida', revision: 3 })
  })

  it('need a member who is through with the questionnaire and may act', async () => {
    for (const state of ['incomplete', 'restricted'] as const) {
      const other = await createMember({ member: { state }, profile: { discoverable: false } })
      expect((await save(other, { firstName: 'Ida' })).status, state).toBeGreaterThanOrEqual(400)
      expect(await storedOf(other)).toMatchObject({ firstName: 'Robin' })
    }
    const anna = await createMember()
    expect((await save({ ...anna, token: 'forged' }, { firstName: 'Ida' })).status).toBe(401)
  })

  it('stand everywhere at the next load, and nobody is notified of the change', async () => {
    const home = newArea()
    const [anna, ben, carl] = await Promise.all([
      createPerson(home, { firstName: 'Marguerite', is: 'woman' }),
      createPerson(home),
      createPerson(home),
    ])
    const conversation = await deriveConversationId(env, anna.id, ben.id)
    const [lowId = '', highId = ''] = [anna.id, ben.id].toSorted()
    const now = Date.now()
    await db.insert(pairs).values({ lowId, highId, conversationId: conversation, matchedAt: now, openedAt: now })
    await openDirectConversation(env, conversation, [anna.id, ben.id], now)
    await db.insert(favourites).values({ ownerId: ben.id, memberId: anna.id, createdAt: now })
    await postJson(anna, visitActions.leave.path, { id: ben.id })
    await postJson(anna, likeActions.like.path, { id: carl.id })
    const sent = await postJson(anna, chatActions.send.path, { conversation, cid: newId(), text: 'Meet me at the harbour' })
    expect(sent.status).toBe(200)
    const hub = env.MEMBER_HUB.getByName(ben.id)
    await eventually(async () => (await hub.summary()).unread === 1, 'the message')
    await eventually(async () => (await env.MEMBER_HUB.getByName(carl.id).summary()).likes === 1, 'the like')
    const news = async () => JSON.stringify(await Promise.all([hub.summary(), hub.notices(20, null)]))
    const before = await news()

    expect((await save(anna, { firstName: 'Theodora', gender: 'nonbinary' })).status).toBe(200)

    const places: [TestMember, string][] = [
      [ben, `/profile-info/${anna.id}`],
      [ben, '/messages'],
      [ben, `/messages?chat=${conversation}`],
      [ben, '/messages?q=harbour'],
      [ben, '/likes?tab=matches'],
      [ben, '/favorits'],
      [ben, '/visitors'],
      [ben, notificationActions.list.path],
      [carl, '/people-nearby'],
      [carl, '/likes'],
      [carl, notificationActions.list.path],
      [anna, '/profile'],
      [anna, '/main-settings'],
    ]
    for (const [viewer, path] of places) {
      const text = await (await openPage(viewer, path)).text()
      expect([path, text.includes('Marguerite'), text.includes('Theodora')]).toEqual([path, false, true])
    }
    expect(await news()).toBe(before)
    const { person } = (await readPayload<ProfileInfoProps>(ben, `/profile-info/${anna.id}`)).props
    expect(person).toMatchObject({ firstName: 'Theodora', gender: 'nonbinary' })
  })
})

describe('the date of birth', () => {
  it('is corrected once; from then on it is text, and everything else can still be changed', async () => {
    const anna = await createMember()
    expect((await settingsOf(anna)).basics.birthDate).toEqual({ isFixed: false, typed: '04/05/1990', mask: '##/##/####' })
    expect((await settingsOf(anna, '/en-us/profile-settings')).basics.birthDate).toMatchObject({ typed: '05/04/1990' })
    expect((await settingsOf(anna, '/uk/profile-settings')).basics.birthDate).toMatchObject({
      typed: '04.05.1990',
      mask: '##.##.####',
    })
    // The same date again is no change.
    expect((await save(anna, { birthDate: '04/05/1990' })).status).toBe(200)
    expect(await storedOf(anna)).toMatchObject({ changed: false })

    expect((await save(anna, { birthDate: '29/02/1992' })).status).toBe(200)
    expect(await storedOf(anna)).toMatchObject({ birthDate: '1992-02-29', changed: true })
    expect((await settingsOf(anna)).basics.birthDate).toEqual({ isFixed: true, text: '29\u00a0February 1992' })
    const page = await (await openPage(anna, '/profile-settings')).text()
    expect(page).toContain('29\u00a0February 1992')
    expect(page).not.toContain('name="birthDate"')

    const again = await save(anna, { birthDate: '04/05/1990', firstName: 'Ida' })
    expect(again.status).toBe(422)
    expect(await again.json()).toMatchObject({
      error: { fields: { birthDate: expect.stringContaining('correct your date of birth once') } },
    })
    expect(await storedOf(anna)).toMatchObject({ birthDate: '1992-02-29', firstName: 'Robin' })
    expect((await save(anna, { firstName: 'Ida' })).status).toBe(200)
    expect(await storedOf(anna)).toMatchObject({ birthDate: '1992-02-29', firstName: 'Ida' })
  })

  it('is read in the order of the page that it was typed on', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const from = (prefix: string) => ({ referer: `${origin}${prefix}/profile-settings` })
    const typed = { ...basics, revision: 1, birthDate: '05/06/1991' }
    await postJson(anna, profileActions.basics.path, typed, from('/en-us'))
    await postJson(ben, profileActions.basics.path, typed, from(''))
    expect([(await storedOf(anna)).birthDate, (await storedOf(ben)).birthDate]).toEqual(['1991-05-06', '1991-06-05'])
  })

  it('of ten parallel corrections takes one', async () => {
    const anna = await createMember()
    const days = Array.from({ length: 10 }, (_, index) => `1${index}/08/1988`)
    const statuses = await Promise.all(days.map(async (birthDate) => (await save(anna, { birthDate })).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const { birthDate, changed, revision } = await storedOf(anna)
    expect([birthDate, changed, revision]).toEqual([`1988-08-1${statuses.indexOf(200)}`, true, 2])
  })

  it('is kept by the write’s own condition, whatever was read before it', async () => {
    const anna = await createMember()
    const correct = (birthDate: string, from: number) =>
      saveBasics(db, anna.id, { basics: { firstName: 'Ida', gender: 'man', birthDate }, from }, Date.now())
    expect(await correct('1991-01-01', 1)).toEqual({ revision: 2, isSpent: false })
    expect(await correct('1992-02-02', 2)).toEqual({ revision: null, isSpent: true })
    expect(await correct('1991-01-01', 1)).toEqual({ revision: null, isSpent: false })
    expect(await storedOf(anna)).toMatchObject({ birthDate: '1991-01-01', revision: 2 })
  })

  it('may be an eighteenth birthday of today by the member’s own clock, and not of tomorrow', async () => {
    // In the first of the two zones the day has always begun, in the second never yet.
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
    const eighteen = yearsBefore(localDay(Date.now(), east), 18)
    const birthDate = writeBirthDate(eighteen, 'en')
    const [early, late, young] = await Promise.all([
      createMember({ member: { timeZone: east } }),
      createMember({ member: { timeZone: west } }),
      createMember({ member: { timeZone: east } }),
    ])
    expect((await save(early, { birthDate })).status).toBe(200)
    expect(await storedOf(early)).toMatchObject({ birthDate: eighteen, changed: true })
    const tomorrow = writeBirthDate(dayAfter(yearsBefore(localDay(Date.now(), east), 18)), 'en')
    for (const [member, typed] of [
      [late, birthDate],
      [young, tomorrow],
    ] as const) {
      const refused = await save(member, { birthDate: typed, firstName: 'Ida' })
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({ error: { fields: { birthDate: expect.stringContaining('18') } } })
      expect(await storedOf(member)).toMatchObject({ birthDate: '1990-05-04', changed: false, firstName: 'Robin' })
    }
  })

  it('goes with an age that others see and find by', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    const today = new Date().toISOString().slice(0, 10)
    expect((await save(anna, { gender: 'woman', birthDate: writeBirthDate(yearsBefore(today, 50), 'en') })).status).toBe(200)
    expect((await readPayload<ProfileInfoProps>(ben, `/profile-info/${anna.id}`)).props.person.age).toBe(50)
    const found = async (ages: string) =>
      (await readPayload<PeopleNearbyProps>(ben, `/people-nearby?${ages}`)).props.nearby.people.map(({ id, age }) => [id, age])
    expect(await found('ageMin=50&ageMax=50')).toEqual([[anna.id, 50]])
    expect(await found('ageMin=51')).toEqual([])
    expect(await found('ageMax=49')).toEqual([])
  })
})

describe('whom one meets', () => {
  const nearbyOf = async (member: TestMember) =>
    (await readPayload<PeopleNearbyProps>(member, '/people-nearby')).props.nearby.people.map(({ id }) => id)

  it('goes by a new gender at once, from both sides', async () => {
    const home = newArea()
    const anna = await createPerson(home, { is: 'woman', seeks: ['man'] })
    const [straight, gay] = await Promise.all([
      createPerson(home, { is: 'man', seeks: ['woman'] }),
      createPerson(home, { is: 'man', seeks: ['man'] }),
    ])
    expect([await nearbyOf(anna), await nearbyOf(straight), await nearbyOf(gay)]).toEqual([[straight.id], [anna.id], []])
    expect((await save(anna, { gender: 'man' })).status).toBe(200)
    expect([await nearbyOf(anna), await nearbyOf(straight), await nearbyOf(gay)]).toEqual([[gay.id], [], [anna.id]])
  })

  it('goes by a new age at once, from both sides', async () => {
    const home = newArea()
    const anna = await createPerson(home, { birthDate: '1992-06-15' })
    const ben = await createPerson(home, { seeksAgeMin: 18, seeksAgeMax: 40 })
    expect([await nearbyOf(anna), await nearbyOf(ben)]).toEqual([[ben.id], [anna.id]])
    expect((await save(anna, { gender: 'woman', birthDate: '15/06/1962' })).status).toBe(200)
    expect([await nearbyOf(anna), await nearbyOf(ben)]).toEqual([[], []])
  })
})

describe('the plain form', () => {
  it('comes back to its section with what was typed and what is wrong, in the language of the page', async () => {
    const anna = await createMember()
    const form = (fields: Record<string, string>) =>
      postForm(
        anna,
        profileActions.basics.path,
        {
          revision: '1',
          back: '/uk/profile-settings?edit=basics',
          firstName: 'Ірина',
          gender: 'woman',
          birthDate: '04.05.1990',
          ...fields,
        },
        { referer: `${origin}/uk/profile-settings` },
      )
    const refused = await form({ birthDate: '31.02.1990', firstName: 'Ірина 5' })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/uk/profile-settings?edit=basics'])
    const cookie = refused.headers.getSetCookie().map((line) => line.split(';')[0])
    const page = await (await openPage(anna, '/uk/profile-settings?edit=basics', { cookie: cookie.join('; ') })).text()
    expect(page).toContain('value="31.02.1990"')
    expect(page).toContain('value="Ірина 5"')
    expect(page.match(/id="profile-basics-\w+-error"/g)).toHaveLength(2)

    const saved = await form({ birthDate: '03.05.1990' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/uk/profile-settings#basics'])
    expect(await storedOf(anna)).toMatchObject({ firstName: 'Ірина', gender: 'woman', birthDate: '1990-05-03', changed: true })
  })
})

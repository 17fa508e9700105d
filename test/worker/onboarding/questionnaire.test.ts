import { facelessAvatar } from '#shared/avatar.ts'
import { SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cities, members, profiles } from '#db/schema.ts'
import { questionnaireActions, type QuestionnaireProps } from '#features/onboarding/contract.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const answer = (member: TestMember, body: Record<string, unknown>) => postJson(member, questionnaireActions.save.path, body)
const newcomer = (profile: Partial<typeof profiles.$inferInsert> = {}) =>
  createMember({ member: { state: 'incomplete' }, profile: { discoverable: false, ...profile } })
const almostDone = () => newcomer({ avatar: 'notionists:a', cellX: 1, cellY: 1, intent: 'dating' })

async function stored(member: TestMember) {
  const [row] = await db
    .select()
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .where(eq(members.id, member.id))
  if (!row) throw new Error('The member is gone')
  return { ...row.profiles, state: row.members.state }
}

async function open(member: TestMember, query = '', prefix = ''): Promise<QuestionnaireProps> {
  const response = await SELF.fetch(`${origin}${prefix}/questionnaire/_payload.json${query}`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  return (await response.json<{ data: { props: QuestionnaireProps } }>()).data.props
}

beforeAll(async () => {
  await db.insert(cities).values([
    {
      id: 'c-kyiv',
      slug: 'kyiv',
      country: 'ua',
      names: { en: 'Kyiv', uk: 'Київ' },
      cellX: 2900,
      cellY: 3121,
      timeZone: 'Europe/Kyiv',
    },
    {
      id: 'c-lviv',
      slug: 'lviv',
      country: 'ua',
      names: { en: 'Lviv', uk: 'Львів' },
      cellX: 2700,
      cellY: 3107,
      timeZone: 'Europe/Kyiv',
    },
    { id: 'c-york', slug: 'york', country: 'gb', names: { en: 'York' }, cellX: 2400, cellY: 3199, timeZone: 'Europe/London' },
  ])
})

describe('the questionnaire', () => {
  it('keeps who sees what when two windows save different steps at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => almostDone()))
    for (const person of people) {
      await Promise.all([
        answer(person, { step: 'habits', drinking: 'often', 'see-drinking': 'me' }),
        answer(person, { step: 'body', heightCm: '171', 'see-heightCm': 'matches' }),
        answer(person, { step: 'life', kids: 'open', 'see-kids': 'me' }),
      ])
      expect((await stored(person)).visibility).toMatchObject({ drinking: 'me', heightCm: 'matches', kids: 'me' })
    }
  })

  it('goes from the portrait to the moment of arrival, saving each step on its own', async () => {
    const anna = await newcomer()
    const portrait = await open(anna)
    if (portrait.step !== 'portrait') throw new Error(`Opened at ${portrait.step}`)
    const avatar = portrait.offered[3] ?? ''
    expect(await (await answer(anna, { step: 'portrait', avatar })).json()).toEqual({ redirect: '/questionnaire?step=place' })
    expect(await stored(anna)).toMatchObject({ avatar, state: 'incomplete', discoverable: false })

    expect(await (await answer(anna, { step: 'place', city: 'c-kyiv' })).json()).toEqual({
      redirect: '/questionnaire?step=intent',
    })
    expect(await stored(anna)).toMatchObject({ cityId: 'c-kyiv', cellX: 2900, cellY: 3121, parentX: 362, parentY: 390 })

    expect(
      await (await answer(anna, { step: 'intent', intent: 'friendship', seeksAgeMin: '25', seeksAgeMax: '40' })).json(),
    ).toEqual({ redirect: '/questionnaire?step=answers' })
    expect(await stored(anna)).toMatchObject({ intent: 'friendship', seeksAgeMin: 25, seeksAgeMax: 40, discoverable: false })

    const optional: [Record<string, unknown>, string][] = [
      [
        {
          step: 'answers',
          languages: ['uk', 'en', 'uk'],
          prompt1: 'night-train',
          text1: ' To Odesa ',
          // Chosen, and left without words.
          prompt2: 'small-joy',
          text2: ' ',
          language: 'uk',
        },
        'body',
      ],
      [{ step: 'body', heightCm: '171', body: 'curvy', 'see-body': 'matches' }, 'habits'],
      [{ step: 'habits', drinking: 'rarely', smoking: '' }, 'life'],
      [{ step: 'life', education: 'self-taught', kids: 'open' }, 'beliefs'],
      [{ step: 'beliefs', politics: 'green', religion: '', orientation: 'queer', 'see-orientation': 'everyone' }, 'about'],
    ]
    for (const [body, next] of optional)
      expect(await (await answer(anna, body)).json()).toEqual({ redirect: `/questionnaire?step=${next}` })
    expect(await stored(anna)).toMatchObject({
      heightCm: 171,
      body: 'curvy',
      drinking: 'rarely',
      smoking: null,
      education: 'self-taught',
      kids: 'open',
      languages: ['uk', 'en'],
      promptAnswers: [{ prompt: 'night-train', text: 'To Odesa', language: 'uk', see: 'everyone' }],
      politics: 'green',
      religion: null,
      orientation: 'queer',
      visibility: { body: 'matches', orientation: 'everyone' },
      state: 'incomplete',
      discoverable: false,
    })

    const done = await answer(anna, {
      step: 'about',
      about: ' Tea \u202efirst.\r\nThen\u0007 hills. ',
      interests: ['tea', 'hiking', 'tea'],
    })
    expect(await done.json()).toEqual({ redirect: '/profile?arrived=1' })
    const finished = await stored(anna)
    expect(finished).toMatchObject({
      about: 'Tea first.\nThen hills.',
      interests: ['tea', 'hiking'],
      state: 'complete',
      discoverable: true,
    })
    expect(finished.completeness).toBeGreaterThan(40)
  })

  it('can be walked by plain forms in another language', async () => {
    const anna = await newcomer()
    const referer = `${origin}/uk/questionnaire`
    const steps: [string, string][][] = [
      [
        ['step', 'portrait'],
        ['avatar', 'notionists:f-1'],
      ],
      [
        ['step', 'place'],
        ['cellX', ''],
        ['cellY', ''],
        ['city', 'c-lviv'],
      ],
      [
        ['step', 'intent'],
        ['intent', 'marriage'],
        ['seeksAgeMin', '30'],
        ['seeksAgeMax', '50'],
      ],
      [
        ['step', 'answers'],
        ['languages[]', 'uk'],
        ['languages[]', 'pl'],
      ],
      [
        ['step', 'body'],
        ['heightCm', ''],
        ['body', ''],
        ['see-body', 'everyone'],
      ],
      [
        ['step', 'habits'],
        ['skip', '1'],
      ],
      [
        ['step', 'life'],
        ['kids', 'open'],
      ],
      [
        ['step', 'beliefs'],
        ['religion', 'other'],
        ['see-religion', 'matches'],
      ],
      [
        ['step', 'about'],
        ['about', ''],
        ['interests[]', 'tea'],
        ['interests[]', 'art'],
      ],
    ]
    const targets = []
    for (const fields of steps)
      targets.push((await postForm(anna, questionnaireActions.save.path, fields, { referer })).headers.get('location'))
    expect(targets).toEqual([
      '/uk/questionnaire?step=place',
      '/uk/questionnaire?step=intent',
      '/uk/questionnaire?step=answers',
      '/uk/questionnaire?step=body',
      '/uk/questionnaire?step=habits',
      '/uk/questionnaire?step=life',
      '/uk/questionnaire?step=beliefs',
      '/uk/questionnaire?step=about',
      '/uk/profile?arrived=1',
    ])
    expect(await stored(anna)).toMatchObject({
      state: 'complete',
      interests: ['tea', 'art'],
      languages: ['uk', 'pl'],
      religion: 'other',
      visibility: { religion: 'matches' },
    })
  })

  it('shows no step before those in front of it are done', async () => {
    const anna = await newcomer({ avatar: 'notionists:a' })
    expect((await open(anna, '?step=about')).step).toBe('place')
    expect((await open(anna, '?step=portrait')).step).toBe('portrait')
  })

  it('names countries and cities in the reader’s language and alphabet', async () => {
    const anna = await newcomer({ avatar: 'notionists:a' })
    const place = await open(anna, '?place=kyiv', '/uk')
    if (place.step !== 'place') throw new Error(`Opened at ${place.step}`)
    expect(place.place).toEqual({
      saved: null,
      hasCell: false,
      search: { typed: 'kyiv', found: [{ id: 'city-kyiv', name: 'Київ', local: '', region: '', country: 'Україна' }] },
    })
  })

  it('names the saved city, and no place without one', async () => {
    const [anna, ben] = [await newcomer({ avatar: 'notionists:a' }), await newcomer({ avatar: 'notionists:a' })]
    await answer(anna, { step: 'place', city: 'c-kyiv' })
    await answer(ben, { step: 'place', city: '2633352' })
    const placeOf = async (member: TestMember) => {
      const page = await open(member, '?step=place', '/uk')
      return page.step === 'place' ? page.place : null
    }
    expect(await placeOf(anna)).toEqual({ saved: { id: 'c-kyiv', name: 'Київ' }, hasCell: true, search: null })
    expect(await placeOf(ben)).toEqual({ saved: null, hasCell: true, search: null })
  })

  it.each(['answers', 'body', 'habits', 'life', 'beliefs'])(
    'can be ended at %s, which is saved; a second press leads on, too',
    async (step) => {
      const anna = await almostDone()
      const body = { step, finish: '1', languages: ['uk'], prompt1: 'ask-me', text1: 'Tea', heightCm: '171', drinking: 'rarely' }
      const more = { ...body, kids: 'open', religion: 'sikh' }
      const toArrival = { redirect: '/profile?arrived=1' }
      expect(await (await answer(anna, more)).json()).toEqual(toArrival)
      const saved = {
        answers: { languages: ['uk'] },
        body: { heightCm: 171 },
        habits: { drinking: 'rarely' },
        life: { kids: 'open' },
        beliefs: { religion: 'sikh' },
      }
      expect(await stored(anna)).toMatchObject({ ...saved[step as keyof typeof saved], state: 'complete', discoverable: true })
      expect(await (await answer(anna, more)).json()).toEqual(toArrival)
    },
  )

  it('cannot be ended before its required steps', async () => {
    const anna = await newcomer()
    expect((await answer(anna, { step: 'answers', finish: '1' })).status).toBe(200)
    expect(await stored(anna)).toMatchObject({ state: 'incomplete', discoverable: false })
  })

  it('keeps the languages that a page of the build before asks for later', async () => {
    const anna = await almostDone()
    await answer(anna, { step: 'life', kids: 'open', languages: ['uk'] })
    await answer(anna, { step: 'life', kids: 'none' })
    expect(await stored(anna)).toMatchObject({ languages: ['uk'], kids: 'none' })
  })

  it('can be finished without a word about oneself', async () => {
    const anna = await almostDone()
    await answer(anna, { step: 'about', skip: '1', about: 'x'.repeat(400), interests: ['tea'] })
    expect(await stored(anna)).toMatchObject({ about: '', interests: [], state: 'complete', discoverable: true })
  })

  it.each(['answers', 'body', 'habits', 'life', 'beliefs'])(
    'can be gone through without answering %s, whatever was typed',
    async (step) => {
      const anna = await almostDone()
      const before = await stored(anna)
      const response = await answer(anna, { step, skip: '1', heightCm: 'tall', drinking: 'gin', kids: 'three', politics: 'none' })
      expect(response.status).toBe(200)
      const { updatedAt: _, completeness: __, ...after } = await stored(anna)
      expect(before).toMatchObject(after)
    },
  )

  it.each(['portrait', 'place', 'intent'])('cannot be gone through without %s', async (step) => {
    const anna = await newcomer()
    expect((await answer(anna, { step, skip: '1' })).status).toBe(422)
  })

  it('opens where a member stopped', async () => {
    const anna = await almostDone()
    expect((await open(anna)).step).toBe('answers')
    await answer(anna, { step: 'answers', prompt1: 'ask-me', text1: 'Tea' })
    expect((await open(anna)).step).toBe('body')
    await answer(anna, { step: 'body', heightCm: 180 })
    expect((await open(anna)).step).toBe('habits')
  })

  it('shows what was answered, and to whom each field is shown, sensitive ones to nobody', async () => {
    const anna = await almostDone()
    await answer(anna, { step: 'beliefs', politics: 'green' })
    const beliefs = await open(anna, '?step=beliefs')
    if (beliefs.step !== 'beliefs') throw new Error(`Opened at ${beliefs.step}`)
    expect(beliefs.answers).toMatchObject({ politics: 'green', religion: null })
    expect(beliefs.visibility).toMatchObject({ about: 'everyone', politics: 'me', religion: 'me', orientation: 'me' })
  })

  it('goes on with a photo instead of a drawing; the faceless figure stands in for it, and no drawing counts as chosen', async () => {
    const anna = await newcomer()
    const none = await answer(anna, { step: 'portrait' })
    expect(await none.json()).toMatchObject({ error: { fields: { avatar: expect.any(String) } } })
    await createPhoto(anna, { state: 'rejected', reason: 'unclear' })
    expect((await answer(anna, { step: 'portrait' })).status).toBe(422)
    await createPhoto(anna, { state: 'pending', position: 1 })
    const step = await open(anna)
    if (step.step !== 'portrait') throw new Error(`Opened at ${step.step}`)
    expect(step).toMatchObject({ kind: 'photo', photos: [{ state: 'rejected' }, { state: 'pending' }] })
    expect(await (await answer(anna, { step: 'portrait' })).json()).toEqual({ redirect: '/questionnaire?step=place' })
    expect(await stored(anna)).toMatchObject({ avatar: facelessAvatar })
    expect(await open(anna, '?step=portrait')).toMatchObject({ kind: 'photo', chosen: null })
  })

  it('keeps the drawing of who goes on with a photo', async () => {
    const anna = await newcomer({ avatar: 'notionists:a' })
    await createPhoto(anna, { state: 'pending' })
    await answer(anna, { step: 'portrait' })
    expect(await stored(anna)).toMatchObject({ avatar: 'notionists:a' })
  })

  it('names what is seen in every drawing that it offers', async () => {
    const step = await open(await newcomer())
    if (step.step !== 'portrait') throw new Error(`Opened at ${step.step}`)
    expect(Object.keys(step.looks)).toEqual(step.offered)
    expect(step.kind).toBeNull()
  })

  it('is not finished while a required step is missing', async () => {
    const anna = await newcomer({ avatar: 'notionists:a', intent: 'dating' })
    expect(await (await answer(anna, { step: 'about', about: 'Hello' })).json()).toEqual({
      redirect: '/questionnaire?step=place',
    })
    expect(await stored(anna)).toMatchObject({ about: 'Hello', state: 'incomplete', discoverable: false })
  })

  it('takes a second press on the last button for the first one', async () => {
    const anna = await almostDone()
    await answer(anna, { step: 'about', about: 'First' })
    expect(await (await answer(anna, { step: 'about', about: 'Second' })).json()).toEqual({ redirect: '/profile?arrived=1' })
    expect(await stored(anna)).toMatchObject({ about: 'First' })
  })

  it('is closed to members who are complete', async () => {
    const anna = await createMember({ profile: { avatar: 'notionists:a' } })
    expect((await answer(anna, { step: 'portrait', avatar: 'notionists:b' })).status).toBe(404)
    expect(await stored(anna)).toMatchObject({ avatar: 'notionists:a' })
  })
})

describe('a place', () => {
  it('is the cell that the browser sent, without a city', async () => {
    const anna = await newcomer({ avatar: 'notionists:a', cityId: 'c-york' })
    await answer(anna, { step: 'place', cellX: '2900', cellY: 3120, city: 'c-kyiv' })
    expect(await stored(anna)).toMatchObject({ cellX: 2900, cellY: 3120, cityId: null })
  })

  it('has to be given once, and stays when nothing else is chosen', async () => {
    const anna = await newcomer({ avatar: 'notionists:a' })
    const none = await postForm(
      anna,
      questionnaireActions.save.path,
      { step: 'place', city: '' },
      { referer: `${origin}/questionnaire?step=place` },
    )
    expect(none.headers.get('location')).toBe('/questionnaire?step=place')
    await answer(anna, { step: 'place', city: 'c-kyiv' })
    expect(await (await answer(anna, { step: 'place', city: '' })).json()).toEqual({ redirect: '/questionnaire?step=intent' })
    expect(await stored(anna)).toMatchObject({ cityId: 'c-kyiv', cellX: 2900 })
  })

  it('changes at most once in 15 minutes', async () => {
    const anna = await newcomer({ avatar: 'notionists:a' })
    await answer(anna, { step: 'place', city: 'c-kyiv' })
    const second = await answer(anna, { step: 'place', city: 'c-lviv' })
    expect(second.status).toBe(429)
    expect(await stored(anna)).toMatchObject({ cityId: 'c-kyiv', cellX: 2900 })
    expect((await answer(anna, { step: 'place', city: 'c-kyiv' })).status).toBe(200)
  })
})

describe('bad input', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['no step', {}, 'step'],
    ['an unknown step', { step: 'photos' }, 'step'],
    ['no portrait', { step: 'portrait' }, 'avatar'],
    ['a portrait nobody can draw', { step: 'portrait', avatar: '../../etc:passwd' }, 'avatar'],
    ['an unknown city', { step: 'place', city: 'atlantis' }, 'city'],
    ['a cell off the globe', { step: 'place', cellX: 99_999, cellY: 1 }, 'city'],
    ['a raw position', { step: 'place', cellX: 50.45, cellY: 30.52 }, 'city'],
    ['half a cell', { step: 'place', cellX: 5 }, 'city'],
    ['an unknown intent', { step: 'intent', intent: 'world', seeksAgeMin: 20, seeksAgeMax: 30 }, 'intent'],
    ['an age under 18', { step: 'intent', intent: 'dating', seeksAgeMin: 17, seeksAgeMax: 30 }, 'seeksAgeMin'],
    ['an age that is no number', { step: 'intent', intent: 'dating', seeksAgeMin: '3e1', seeksAgeMax: 30 }, 'seeksAgeMin'],
    ['ages the wrong way round', { step: 'intent', intent: 'dating', seeksAgeMin: 40, seeksAgeMax: 30 }, 'seeksAgeMin'],
    ['501 characters', { step: 'about', about: '🌱'.repeat(501) }, 'about'],
    [
      '11 interests',
      {
        step: 'about',
        interests: [
          'art',
          'astronomy',
          'baking',
          'board-games',
          'books',
          'camping',
          'cats',
          'ceramics',
          'cinema',
          'climbing',
          'coffee',
        ],
      },
      'interests',
    ],
    ['an unknown interest', { step: 'about', interests: ['tea', 'arson'] }, 'interests'],
    ['a text for a list', { step: 'about', interests: 'tea' }, 'interests'],
    ['a height of a giant', { step: 'body', heightCm: 231 }, 'heightCm'],
    ['a height that is no number', { step: 'body', heightCm: '1e2' }, 'heightCm'],
    ['half a centimetre', { step: 'body', heightCm: 170.5 }, 'heightCm'],
    ['an unknown build', { step: 'body', body: 'round' }, 'body'],
    ['an unknown habit', { step: 'habits', drinking: 'gin' }, 'drinking'],
    ['a list for one habit', { step: 'habits', smoking: ['never'] }, 'smoking'],
    ['an unknown education', { step: 'life', education: 'street' }, 'education'],
    ['an unknown answer about children', { step: 'life', kids: 'three' }, 'kids'],
    ['words without a question', { step: 'answers', text2: 'Tea' }, 'prompt2'],
    ['one question twice', { step: 'answers', prompt1: 'ask-me', text1: 'Tea', prompt3: 'ask-me', text3: 'Toast' }, 'prompt3'],
    ['an unknown question', { step: 'answers', prompt1: 'shoe-size', text1: 'Nine' }, 'prompt1'],
    ['an answer that is too long', { step: 'answers', prompt1: 'ask-me', text1: 'x'.repeat(141) }, 'text1'],
    ['an unknown language', { step: 'answers', languages: ['en', 'tlh'] }, 'languages'],
    ['nine languages', { step: 'answers', languages: ['en', 'uk', 'pl', 'tr', 'es', 'pt', 'ro', 'cs', 'de'] }, 'languages'],
    ['unknown politics', { step: 'beliefs', politics: 'monarchy' }, 'politics'],
    ['an unknown religion', { step: 'beliefs', religion: '<script>' }, 'religion'],
    ['an unknown orientation', { step: 'beliefs', orientation: 'north' }, 'orientation'],
    ['an unknown visibility', { step: 'beliefs', politics: 'left', 'see-politics': 'friends' }, 'see-politics'],
    ['a number for a text', { step: 'about', about: 7 }, 'about'],
  ]
  it.each(cases)('%s names the field and changes nothing', async (_, body, field) => {
    const anna = await almostDone()
    const before = await stored(anna)
    const response = await answer(anna, body)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid', fields: { [field]: expect.any(String) } } })
    expect(await stored(anna)).toEqual(before)
  })

  it('keeps 500 characters that are each two code units', async () => {
    const anna = await almostDone()
    await answer(anna, { step: 'about', about: '🌱'.repeat(500) })
    expect([...(await stored(anna)).about]).toHaveLength(500)
  })

  it('needs a session', async () => {
    expect((await postJson(null, questionnaireActions.save.path, { step: 'portrait', avatar: 'notionists:a' })).status).toBe(401)
  })
})

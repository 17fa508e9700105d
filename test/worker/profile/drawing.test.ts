import { SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members, profiles } from '#db/schema.ts'
import type { Drawing } from '#shared/drawing/choices.ts'
import { avatarOfDrawing, firstDrawing } from '#shared/drawing/drawing.ts'
import { questionnaireActions, type QuestionnaireProps } from '#features/onboarding/contract.ts'
import { profileActions, type ProfileSettingsProps } from '#features/profile/contract.ts'
import { avatarUrl, drawingPartsUrl, facelessAvatar } from '#shared/avatar.ts'
import { drawingOf } from '#test/support/worker/drawings.ts'
import { pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const drawn: Drawing = { ...firstDrawing, hair: 'two-buns', hairColour: 'red', glasses: 'round', background: 'blue' }
const stored = avatarOfDrawing(drawn)
const settings = '/profile-settings'

async function profileOf({ id }: TestMember) {
  const [row] = await db
    .select()
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.memberId))
    .where(eq(profiles.memberId, id))
  if (!row) throw new Error('The member is gone')
  return { ...row.profiles, state: row.members.state }
}

const builderOf = async (member: TestMember, query = '') =>
  (await readPayload<ProfileSettingsProps>(member, `${settings}?edit=drawing${query}`)).props.drawing
const read = async (member: TestMember, path: string, cookie = '') => (await openPage(member, path, { cookie })).text()

describe('saving a built drawing', () => {
  it('stores its choices, counts as a portrait, and leaves everything else alone', async () => {
    const anna = await createMember({ profile: { about: 'Tea first.', intent: 'dating', avatar: null, completeness: 20 } })
    const before = await profileOf(anna)
    const answer = await postJson(anna, profileActions.drawing.path, drawn)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      revision: before.revision + 1,
      redirect: `${settings}#basics`,
      notice: expect.any(String),
    })
    const after = await profileOf(anna)
    expect(after).toEqual({
      ...before,
      avatar: stored,
      revision: before.revision + 1,
      completeness: expect.any(Number),
      updatedAt: expect.any(Number),
    })
    expect(after.completeness).toBeGreaterThan(before.completeness)
  })

  it('needs no revision: of many at once each is saved, and another form is refused as stale afterwards', async () => {
    const anna = await createMember()
    const { revision } = await profileOf(anna)
    const answers = await Promise.all(
      (['bun', 'long', 'bob'] as const).map((hair) => postJson(anna, profileActions.drawing.path, { ...drawn, hair })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await profileOf(anna)).revision).toBe(revision + 3)
    const late = await postJson(anna, profileActions.portrait.path, { revision, avatar: 'notionists:f-9' })
    expect(late.status).toBe(409)
  })

  it('refuses a missing, unknown or repeated choice, and an avatar that nobody can build', async () => {
    const anna = await createMember({ profile: { avatar: 'notionists:f-1' } })
    const { hair, ...hairless } = drawn
    for (const body of [
      {},
      hairless,
      { ...drawn, hair: 'mohawk' },
      { ...drawn, skin: '__proto__' },
      { ...drawn, hair: [hair, 'bun'] },
      { ...drawn, eyes: 0 },
    ])
      expect((await postJson(anna, profileActions.drawing.path, body)).status, JSON.stringify(body)).toBe(422)
    const { revision } = await profileOf(anna)
    for (const avatar of ['built:', 'built:zzzzzzzzzz', `${stored}0`, stored.slice(0, -1)])
      expect((await postJson(anna, profileActions.portrait.path, { revision, avatar })).status, avatar).toBe(422)
    expect(await profileOf(anna)).toMatchObject({ avatar: 'notionists:f-1', revision })
  })

  it('is for members who have finished the questionnaire, paused or not', async () => {
    expect((await postJson(null, profileActions.drawing.path, drawn)).status).toBe(401)
    const newcomer = await createMember({ member: { state: 'incomplete' } })
    expect((await postJson(newcomer, profileActions.drawing.path, drawn)).status).toBe(404)
    const paused = await createMember({ member: { state: 'paused' }, profile: { discoverable: false } })
    expect((await postJson(paused, profileActions.drawing.path, drawn)).status).toBe(200)
  })
})

describe('a built drawing', () => {
  it('is what others see, at an address that says nothing of its choices', async () => {
    const [anna, ben] = await Promise.all([createMember({ profile: { avatar: stored } }), createMember()])
    const address = await drawingOf(stored)
    expect(address).toMatch(/^\/avatars\/[\w-]{70}\.svg$/)
    const { props } = await readPayload<{ person: { avatar: string } }>(ben, `/profile-info/${anna.id}`)
    expect(props.person.avatar).toBe(address)
    const [own, sealed] = await Promise.all([avatarUrl(stored), address].map((path) => SELF.fetch(origin + path)))
    expect([own?.status, sealed?.status]).toEqual([200, 200])
    expect(await sealed?.text()).toBe(await own?.text())
    expect(sealed?.headers.get('content-security-policy')).toBe("default-src 'none'")
  })

  it('is not found for choices that nobody has; its parts are one file to keep', async () => {
    for (const path of [
      '/avatars/built/zzzzzzzzzz.svg',
      '/avatars/built/f-1.svg',
      '/avatars/parts/0.svg',
      '/avatars/parts/1.png',
    ])
      expect((await SELF.fetch(origin + path)).status, path).toBe(404)
    const parts = await SELF.fetch(origin + drawingPartsUrl)
    expect([parts.status, parts.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(await parts.text()).toContain('<g id="hair-two-buns">')
  })

  it.each(['anonymous', 'blind'] as const)(
    'is not in a talk of the kind %s, where a stranger has another one each time',
    async (kind) => {
      const people = await Promise.all([1, 2].map(() => createMember({ profile: { avatar: stored } })))
      const [anna, ben] = people
      if (!anna || !ben) throw new Error('Two members')
      const talks = [await pairUp(kind, [anna.id, ben.id])]
      const other = await createMember({ profile: { avatar: stored } })
      talks.push(await pairUp(kind, [other.id, (await createMember()).id]))
      const views = await Promise.all(talks.map(({ id, ben: viewer }) => viewBy(id, viewer)))
      const address = (await drawingOf(stored)) ?? ''
      for (const view of views)
        for (const trace of [stored, stored.slice('built:'.length), address, 'avatars/'])
          expect(JSON.stringify(view)).not.toContain(trace)
      expect(views[0]?.partner.seed).not.toBe(views[1]?.partner.seed)
    },
  )
})

describe('the builder', () => {
  it('starts from the current drawing, a ready-made one included, and takes choices from the address', async () => {
    const [built, ready, none] = await Promise.all(
      [stored, 'notionists:m-1', null].map((avatar) => createMember({ profile: { avatar } })),
    )
    if (!built || !ready || !none) throw new Error('Three members')
    expect((await builderOf(built))?.drawing).toEqual(drawn)
    expect((await builderOf(none))?.drawing).toEqual(firstDrawing)
    expect((await builderOf(ready))?.drawing).not.toEqual(firstDrawing)
    const chosen = await builderOf(built, '&hair=hijab&mouth=nothing&clothesColour=&id=7')
    expect(chosen?.drawing).toEqual({ ...drawn, hair: 'hijab' })
  })

  it('works without a script: a form that asks for the page again, whose address holds the choices alone', async () => {
    const anna = await createMember({ profile: { avatar: stored } })
    const html = await read(anna, `${settings}?edit=drawing`)
    const form = /<form[^>]*action="\/profile-settings"[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? ''
    expect(form).not.toMatch(/^<form[^>]*method="post"/i)
    const names = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => /name="([^"]+)"/.exec(input)?.[1])
    expect(new Set(names)).toEqual(new Set(['edit', ...Object.keys(drawn)]))
    expect(form).toMatch(/<input[^>]*(name="hair"[^>]*value="two-buns"[^>]*checked|checked[^>]*value="two-buns")/)
    expect(form).not.toMatch(new RegExp(`${anna.id}|${anna.token}|revision`))
    const preview = await read(anna, `${settings}?edit=drawing&${new URLSearchParams({ ...drawn, hair: 'turban' })}`)
    expect(preview).toContain(`${drawingPartsUrl}#hair-turban`)
    expect((await profileOf(anna)).avatar).toBe(stored)
    // Its button posts the same fields; whatever else is in them changes nothing.
    const button = /<button[^>]*formAction="[^"]*"[^>]*>/i.exec(form)?.[0] ?? ''
    expect(button).toMatch(/formMethod="post"/i)
    expect(button).toContain(profileActions.drawing.path)
    const fields = { ...drawn, hair: 'turban', edit: 'drawing', plain: '1' }
    const answer = await postForm(anna, profileActions.drawing.path, fields, { referer: `${origin}${settings}?edit=drawing` })
    expect([answer.status, answer.headers.get('location')?.replace(origin, '')]).toEqual([303, `${settings}#basics`])
    expect((await profileOf(anna)).avatar).toBe(avatarOfDrawing({ ...drawn, hair: 'turban' }))
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    expect(await read(anna, settings, cookie.join('; '))).toContain('Saved')
  })

  it('is one of the ways to a portrait beside the ready-made ones', async () => {
    const anna = await createMember({ profile: { avatar: stored } })
    const choice = await read(anna, `${settings}?edit=portrait`)
    expect(choice).toContain(`href="${settings}?edit=drawing"`)
    expect(choice).toMatch(new RegExp(`value="${stored}"[^>]*checked|checked[^>]*value="${stored}"`))
    expect(choice).toContain('red hair, long, glasses, green clothes')
    expect(await read(anna, `${settings}?edit=drawing`)).toContain(`href="${settings}?edit=portrait"`)
  })
})

describe('the first step of the questionnaire', () => {
  const newcomer = (avatar: string | null = null) =>
    createMember({ member: { state: 'incomplete' }, profile: { discoverable: false, avatar } })
  const open = async (member: TestMember, query: string) =>
    (await readPayload<QuestionnaireProps>(member, `/questionnaire${query}`)).props

  it('has the builder, too, and goes on with what was built', async () => {
    const anna = await newcomer()
    expect(await read(anna, '/questionnaire?step=portrait&seed=1')).toContain('href="/questionnaire?step=portrait&amp;draw=1"')
    expect(await open(anna, '?step=portrait&draw=1&hair=bun')).toMatchObject({
      drawing: { drawing: { ...firstDrawing, hair: 'bun' } },
    })
    const answer = await postForm(anna, questionnaireActions.drawing.path, { ...drawn, step: 'portrait', draw: '1', plain: '1' })
    expect([answer.status, answer.headers.get('location')?.replace(origin, '')]).toEqual([303, '/questionnaire?step=place'])
    expect(await profileOf(anna)).toMatchObject({ avatar: stored, state: 'incomplete' })
    expect(await open(anna, '?step=portrait')).toMatchObject({ chosen: stored, kind: 'drawing', drawing: null })
  })

  it('replaces the figure without a face, and refuses choices that nobody has', async () => {
    const anna = await newcomer(facelessAvatar)
    expect((await postJson(anna, questionnaireActions.drawing.path, { ...drawn, hair: 'mohawk' })).status).toBe(422)
    expect((await profileOf(anna)).avatar).toBe(facelessAvatar)
    expect((await postJson(anna, questionnaireActions.drawing.path, drawn)).status).toBe(200)
    expect((await profileOf(anna)).avatar).toBe(stored)
    expect((await postJson(await createMember(), questionnaireActions.drawing.path, drawn)).status).toBe(404)
  })
})

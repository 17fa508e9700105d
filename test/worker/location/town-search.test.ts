import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { profiles } from '#db/schema.ts'
import { cellOf, townActions, type FoundPlaces } from '#features/location/contract.ts'
import { questionnaireActions } from '#features/onboarding/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { createApp } from '#worker/app.ts'
import { watchLog } from '#test/support/worker/log.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { aroundDatabase } from '../../../scripts/bench/d1/meter.ts'

afterEach(() => void vi.restoreAllMocks())

const app = createApp()
const york = { id: '2633352', cell: cellOf(53.95763, -1.08271) }

async function search(typed: string, token: string | null, changed: object = {}, headers: Record<string, string> = {}) {
  const context = createExecutionContext()
  const request = new Request(`${origin}${townActions.find.path}?${new URLSearchParams({ q: typed })}`, { headers })
  if (token) request.headers.set('authorization', `Bearer ${token}`)
  const response = await app.fetch(request, { ...env, ...changed }, context)
  await waitOnExecutionContext(context)
  return response
}

const found = async (typed: string, member: TestMember, headers?: Record<string, string>) =>
  (await (await search(typed, member.token, {}, headers)).json<FoundPlaces>()).places

async function placeOf({ id }: TestMember) {
  const [row] = await db.select().from(profiles).where(eq(profiles.memberId, id))
  return row
}

const newcomer = () => createMember({ member: { state: 'incomplete' }, profile: { discoverable: false, avatar: 'notionists:a' } })

describe('a search for a town', () => {
  it('finds it for members, and before they have finished the questionnaire', async () => {
    for (const member of [await createMember(), await newcomer()])
      expect((await found('york', member))[0]).toEqual({
        id: york.id,
        name: 'York',
        local: '',
        region: '',
        country: 'United Kingdom',
      })
  })

  it('is for nobody else', async () => {
    const registration = await issueAccessToken(env, { sub: newId(), sid: newId(), kind: 'registration' }, Date.now())
    for (const token of [null, registration, 'forged']) expect((await search('york', token)).status).toBe(401)
  })

  it('answers in the language of the page, and no browser keeps it', async () => {
    const member = await createMember()
    const response = await search('munchen', member.token, {}, { referer: `${origin}/pl/questionnaire` })
    expect((await response.json<FoundPlaces>()).places[0]).toMatchObject({
      name: 'Monachium',
      local: 'München',
      country: 'Niemcy',
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('asks the database nothing', async () => {
    const { token } = await createMember()
    let asked = 0
    const DB = aroundDatabase(env.DB, (_queries, ask) => {
      asked += 1
      return ask()
    })
    expect((await search('york', token, { DB })).status).toBe(200)
    expect(asked).toBe(0)
  })

  it('is limited for each member alone', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const limited = { TOWNS_LIMIT: env.SMALL_TOWNS_LIMIT }
    const statuses = []
    // The window of the binding may start again once in between.
    for (let round = 0; round < 12; round++) statuses.push((await search('york', anna.token, limited)).status)
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(6)
    expect((await search('york', ben.token, limited)).status).toBe(200)
  })

  it('is in no log, whether it succeeds, is refused or fails', async () => {
    const { token } = await createMember()
    const lines = watchLog()
    const away = { limit: () => Promise.reject(new Error('away')) }
    const on = { REQUEST_LOG: 'on' }
    await search('rzeszow', token, on)
    await search('rzeszow', null, on)
    await search('rzeszow', token, { ...on, TOWNS_LIMIT: { limit: async () => ({ success: false }) } })
    await search('rzeszow', token, { ...on, TOWNS_LIMIT: away })
    const page = new Request(`${origin}/questionnaire?step=place&place=rzeszow`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const context = createExecutionContext()
    await (await app.fetch(page, { ...env, ...on }, context)).text()
    await waitOnExecutionContext(context)
    expect(lines.length).toBeGreaterThanOrEqual(5)
    expect(lines.join('\n')).not.toMatch(/rzesz/i)
  })
})

describe('a chosen town', () => {
  it('is stored as its cell alone, in the questionnaire and in the profile', async () => {
    const anna = await newcomer()
    await postJson(anna, questionnaireActions.save.path, { step: 'place', city: york.id })
    const ben = await createMember()
    const revision = (await placeOf(ben))?.revision ?? 0
    expect((await postJson(ben, profileActions.place.path, { revision, city: york.id })).status).toBe(200)
    for (const member of [anna, ben]) {
      const row = await placeOf(member)
      expect(row).toMatchObject({ cellX: york.cell.x, cellY: york.cell.y, cityId: null })
      expect(JSON.stringify(row)).not.toContain(york.id)
    }
  })

  it.each(['1', '999999999', '26333521', '-2633352', '2633352.0', '0x2633352', ' 2633352', 'city-atlantis', '٢٦٣٣٣٥٢'])(
    'that the file does not have is refused: %s',
    async (city) => {
      const anna = await newcomer()
      const response = await postJson(anna, questionnaireActions.save.path, { step: 'place', city })
      expect([response.status, await response.json()]).toMatchObject([422, { error: { fields: { city: expect.any(String) } } }])
      expect(await placeOf(anna)).toMatchObject({ cellX: null, cityId: null })
    },
  )

  it('moves a member as seldom as a position does', async () => {
    const anna = await createMember()
    const revision = (await placeOf(anna))?.revision ?? 0
    expect((await postJson(anna, profileActions.place.path, { revision, city: york.id })).status).toBe(200)
    const [leeds] = await found('leeds', anna)
    const moved = await postJson(anna, profileActions.place.path, { revision: revision + 1, city: leeds?.id ?? '' })
    expect([moved.status, (await placeOf(anna))?.cellX]).toEqual([429, york.cell.x])
  })
})

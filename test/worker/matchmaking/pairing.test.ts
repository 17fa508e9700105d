import { describe, expect, it } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { createMember } from '#test/support/worker/members.ts'
import { connect } from '#test/support/worker/realtime-client.ts'
import { matchmakerOf, newLanguage, peopleIn, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

describe('two who wait', () => {
  it('are paired, and both their devices hear of it without anything that says with whom', async () => {
    const language = newLanguage()
    const [anna, ben] = [await createMember(), await createMember()]
    const phone = await connect(anna.id)
    await phone.join(channelName.member(anna.id))
    expect(await start(anna, wishFor(language))).toMatchObject({ ok: true, seat: { state: 'waiting', languages: [language] } })
    await start(ben, wishFor(language))
    const [annas, bens] = await Promise.all([untilPaired(anna), untilPaired(ben)])
    expect(annas.id).toBe(bens.id)
    expect(annas.id).toMatch(/^a-[\w-]{24}$/)
    await phone.until(() => phone.events('anonymous').length === 2, 'both events')
    const [waiting, paired] = phone.events('anonymous').map(({ data }) => data)
    expect(waiting).toEqual({ state: 'waiting', since: expect.any(String) })
    expect(paired).toEqual({ state: 'paired', id: annas.id, since: new Date(annas.since).toISOString() })
    expect(JSON.stringify(phone.frames)).not.toContain(ben.id)
  })

  it('are not counted any more, and one alone is', async () => {
    const language = newLanguage()
    const members = await Promise.all([createMember(), createMember(), createMember()])
    for (const member of members.slice(0, 2)) await start(member, wishFor(language))
    for (const member of members.slice(0, 2)) await untilPaired(member)
    const [, , carla] = members
    if (carla) await start(carla, wishFor(language))
    expect(await matchmakerOf().figures([language])).toEqual([{ language, people: null, medianWaitMs: null }])
    expect(await peopleIn(language)).toBe(1)
  })
})

it('somebody who is paired already is told where', async () => {
  const language = newLanguage()
  const [anna, ben] = [await createMember(), await createMember()]
  await start(anna, wishFor(language))
  await start(ben, wishFor(language))
  const { id } = await untilPaired(anna)
  expect(await start(anna, wishFor(newLanguage()))).toMatchObject({ ok: false, code: 'busy', seat: { state: 'paired', id } })
  expect(await seatBy(anna).read()).toMatchObject({ state: 'paired', id })
})

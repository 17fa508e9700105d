import { describe, expect, it } from 'vitest'
import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import texts from '#locales/en/closed.json'
import { wakeHub } from '#test/support/worker/dates.ts'
import { pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, postForm, postJson } from '#test/support/worker/members.ts'
import { connect, eventually, origin } from '#test/support/worker/realtime-client.ts'
import { closedAnswer, expectClosed, refusalOf, statusOf, turn } from '#test/support/worker/switches.ts'
import { aRound, newLanguage, peopleIn, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

const { join, next, reveal, leave } = anonymousActions
const stateOf = async (member: { id: string }) => (await seatBy(member).read()).state

describe('while anonymous chat is closed', () => {
  it('nobody begins, and a chat that has begun goes on to its end; then it is open again', async () => {
    await turn('anonymous-chat', 'off')
    const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
    const chat = await pairUp('anonymous', [anna.id, ben.id])
    await Promise.all([untilPaired(anna), untilPaired(ben)])
    const room = `/anonymous-chat/${chat.id}`

    await expectClosed(carla, '/anonymous-chat', { ...texts['anonymous-chat'], to: '/people-nearby' })
    const wish = { language: 'ro', topics: [] }
    expect(await refusalOf(await postJson(carla, join.path, wish))).toEqual(closedAnswer)
    const form = await postForm(carla, join.path, { language: 'ro' }, { referer: `${origin}/anonymous-chat` })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/anonymous-chat'])
    expect((await postForm(carla, join.path, { language: 'ro' })).headers.get('location')).toBe('/anonymous-chat')
    expect(await stateOf(carla)).toBe('free')
    expect(await statusOf(carla, '/blind-dates')).toBe(200)

    // The page leads whoever is talking to their room.
    expect([await statusOf(anna, '/anonymous-chat'), await statusOf(anna, room)]).toEqual([200, 200])
    expect(await refusalOf(await postJson(anna, next.path, { id: chat.id }))).toEqual(closedAnswer)
    expect((await viewBy(chat.id, anna.id)).phase).toBe('talking')
    expect((await postJson(anna, reveal.path, { id: chat.id })).status).toBe(200)
    expect((await postJson(ben, leave.path, { id: chat.id })).status).toBe(200)
    expect((await viewBy(chat.id, anna.id)).phase).toBe('ended')

    await turn('anonymous-chat', 'on')
    expect(await statusOf(await createMember(), '/anonymous-chat')).toBe(200)
    expect((await postJson(await createMember(), join.path, wish)).status).toBe(200)
  })

  it('whoever waited before is not paired, and their wait ends', async () => {
    const language = newLanguage()
    const [anna, ben] = [await createMember(), await createMember()]
    await start(anna, wishFor(language))
    await turn('anonymous-chat', 'off')
    await connect(anna.id, anna.sid)
    // Another isolate did not know yet.
    await start(ben, wishFor(language))
    await aRound()
    expect([await stateOf(anna), await stateOf(ben)]).toEqual(['waiting', 'waiting'])
    for (const member of [anna, ben]) {
      await eventually(async () => {
        await wakeHub(member)
        return (await stateOf(member)) === 'free'
      }, 'the end of the wait')
    }
    expect(await peopleIn(language)).toBe(0)
    await turn('anonymous-chat', 'on')
  })
})

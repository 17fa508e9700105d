import { afterAll, describe, expect, it, vi } from 'vitest'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import texts from '#locales/en/closed.json'
import { datesBy, lookAt, minuteMs, wakeHub } from '#test/support/worker/dates.ts'
import { pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { openMailbox } from '#test/support/worker/mailbox.ts'
import { createMember, postForm, postJson } from '#test/support/worker/members.ts'
import { closedAnswer, expectClosed, refusalOf, statusOf, turn } from '#test/support/worker/switches.ts'
import { choiceIn, newLanguage, seatBy, untilPaired } from '#test/support/worker/waiting.ts'

afterAll(() => void vi.useRealTimers())

const { book, now: startNow, cancel, accept } = blindDateActions
const hour = 60 * minuteMs

describe('while blind dates are closed', () => {
  it('nobody books or begins, and a date that has begun goes on; then they are open again', async () => {
    await turn('blind-dates', 'off')
    const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
    const date = await pairUp('blind', [anna.id, ben.id])
    await Promise.all([untilPaired(anna), untilPaired(ben)])

    await expectClosed(carla, '/blind-dates', { ...texts['blind-dates'], to: '/people-nearby' })
    const slot = new Date(upcomingSlots(Date.now(), 'UTC').at(-1) ?? 0).toISOString()
    expect(await refusalOf(await postJson(carla, book.path, { slot }))).toEqual(closedAnswer)
    expect(await refusalOf(await postJson(carla, startNow.path, {}))).toEqual(closedAnswer)
    const form = await postForm(carla, startNow.path, {})
    expect([form.status, form.headers.get('location')]).toEqual([303, '/blind-dates'])
    expect([(await seatBy(carla).read()).state, (await lookAt(carla)).booked]).toEqual(['free', []])
    expect(await statusOf(carla, '/anonymous-chat')).toBe(200)

    expect([await statusOf(anna, '/blind-dates'), await statusOf(anna, `/blind-dates/${date.id}`)]).toEqual([200, 200])
    for (const { token } of [anna, ben]) expect((await postJson({ token }, accept.path, { id: date.id })).status).toBe(200)
    expect((await viewBy(date.id, anna.id)).phase).toBe('talking')

    await turn('blind-dates', 'on')
    const dora = await createMember()
    expect(await statusOf(dora, '/blind-dates')).toBe(200)
    expect((await postJson(dora, book.path, { slot })).status).toBe(200)
    expect((await postJson(dora, startNow.path, {})).status).toBe(200)
  })

  it('an evening that begins meanwhile is given up without a word, and a later one stays', async () => {
    const member = await createMember()
    const { sent } = await openMailbox(member)
    const soon = Math.ceil(Date.now() / (hour / 2)) * (hour / 2) + 2 * hour
    const [later, last] = [soon + 48 * hour, soon + 72 * hour]
    for (const slot of [soon, later, last]) await datesBy(member).bookDate(slot, choiceIn(newLanguage()))
    await turn('blind-dates', 'off')
    expect((await postJson(member, cancel.path, { slot: new Date(last).toISOString() })).status).toBe(200)
    for (const at of [soon - hour, soon - 5 * minuteMs]) {
      vi.setSystemTime(at)
      await wakeHub(member)
    }
    expect((await lookAt(member)).booked).toEqual([{ slot: later, state: 'booked' }])
    expect(sent).toEqual([])
  })
})

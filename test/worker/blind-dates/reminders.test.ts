import { env, runDurableObjectAlarm, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { encounterPauses, members } from '#db/schema.ts'
import { defaultPreferences } from '#features/notifications/contract.ts'
import { changePreferences, readPreferences } from '#features/notifications/server/public.ts'
import { datesBy, minuteMs, stopClock, wakeHub } from '#test/support/worker/dates.ts'
import { openMailbox, type SentEmail } from '#test/support/worker/mailbox.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { crashHub, inHub } from '#test/support/worker/objects.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { choiceIn, newLanguage } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.useRealTimers())

const hour = 60 * minuteMs
/** Eight in the evening in Kyiv, on the twelfth. */
const slot = Date.UTC(2027, 0, 12, 18)

/** With plain spaces. */
const subjectsOf = (sent: readonly SentEmail[]) => sent.map(({ subject }) => subject.replaceAll('\u00a0', ' '))

/** A member who has booked long before, and their emails. */
async function booked(options: Parameters<typeof createMember>[0] = {}, slots: readonly number[] = [slot]) {
  const clock = stopClock(slot - 48 * hour)
  const member = await createMember(options)
  const mailbox = await openMailbox(member)
  for (const each of slots) await datesBy(member).bookDate(each, choiceIn(newLanguage()))
  const wakeAt = async (at: number) => clock.to(at, [member])
  return { member, clock, wakeAt, ...mailbox }
}

describe('reminders of a booked evening', () => {
  it('come a day and an hour before, in the language of the member and by their clocks', async () => {
    const { member, sent, wakeAt } = await booked({ member: { locale: 'uk', timeZone: 'Europe/Kyiv', firstName: 'Олена' } })
    await wakeAt(slot - 24 * hour - 1)
    expect(sent).toEqual([])
    await wakeAt(slot - 24 * hour)
    await wakeAt(slot - 2 * hour)
    expect(subjectsOf(sent)).toEqual(['Твоє побачення наосліп: завтра, 20:00'])
    await wakeAt(slot - hour)
    await wakeAt(slot - 6 * minuteMs)
    expect(subjectsOf(sent)).toEqual(['Твоє побачення наосліп: завтра, 20:00', 'Твоє побачення наосліп: сьогодні, 20:00'])
    for (const { to, text, html } of sent) {
      expect(to).toBe(`${member.id}@example.test`)
      expect(text).toContain(`${origin}/uk/blind-dates\n`)
      expect(html).toContain('<html lang="uk">')
      expect(text).not.toMatch(/undefined|\{\{/)
    }
  })

  it('are one for all dates of an evening, and of others their own', async () => {
    const evening = [slot, slot + 30 * minuteMs, slot + 90 * minuteMs]
    const { sent, wakeAt } = await booked({}, [...evening, slot + 24 * hour])
    for (let at = slot - 25 * hour; at < slot + 25 * hour; at += 30 * minuteMs) await wakeAt(at)
    expect(subjectsOf(sent)).toEqual([
      'Your blind dates are tomorrow at 18:00, 18:30 and 19:30',
      'Your blind dates are today at 18:00, 18:30 and 19:30',
      'Your blind date is tomorrow at 18:00',
      'Your blind date is today at 18:00',
    ])
  })

  it.each([
    ['a day', 23, 1],
    ['an hour', 0.9, 0],
  ])('do not come for a moment that has passed when it is booked: %s', async (_, hoursBefore, count) => {
    const clock = stopClock(slot - hoursBefore * hour)
    const member = await createMember()
    const { sent } = await openMailbox(member)
    await datesBy(member).bookDate(slot, choiceIn(newLanguage()))
    for (const at of [clock.now(), slot - hour, slot - 6 * minuteMs]) await clock.to(Math.max(at, clock.now()), [member])
    expect(sent).toHaveLength(count)
  })

  it('are sent once, whatever crashes and however often the alarm comes', async () => {
    const { member, sent, clock } = await booked()
    vi.setSystemTime(slot - 24 * hour)
    await Promise.all([wakeHub(member), wakeHub(member), datesBy(member).readDates()])
    await wakeHub(member)
    for (let crash = 0; crash < 2; crash++) {
      await crashHub(member.id)
      await openMailbox(member, sent)
      await wakeHub(member)
    }
    expect(sent).toHaveLength(1)
    await clock.to(slot - hour, [member])
    await crashHub(member.id)
    await openMailbox(member, sent)
    await wakeHub(member)
    expect(sent).toHaveLength(2)
  })

  it('are handed over again when the queue is away, until the evening begins', async () => {
    const { sent, close, wakeAt } = await booked()
    close(true)
    await wakeAt(slot - 24 * hour)
    await wakeAt(slot - 24 * hour + 5 * minuteMs)
    close(false)
    await wakeAt(slot - 24 * hour + 10 * minuteMs)
    await wakeAt(slot - 24 * hour + 20 * minuteMs)
    expect(sent).toHaveLength(1)
    close(true)
    for (let at = slot - hour; at <= slot + 20 * minuteMs; at += 10 * minuteMs) await wakeAt(at)
    close(false)
    await wakeAt(slot + 40 * minuteMs)
    expect(sent).toHaveLength(1)
  })

  it('name and picture no one', async () => {
    const { sent, wakeAt } = await booked({ member: { firstName: 'Anneliese' } })
    await wakeAt(slot - 24 * hour)
    for (const part of [sent[0]?.text, sent[0]?.html]) {
      expect(part).not.toContain('<img')
      expect(part).not.toMatch(/\/avatars|\/photos/)
    }
  })
})

describe('nobody is reminded', () => {
  const gone = async (id: string, state: 'paused' | 'deleted') => db.update(members).set({ state }).where(eq(members.id, id))
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['who has cancelled', (id) => datesBy({ id }).cancelDate(slot)],
    ['who has paused', (id) => gone(id, 'paused')],
    ['who has left', (id) => gone(id, 'deleted')],
    ['whom reports have paused', (id) => db.insert(encounterPauses).values({ memberId: id, pausedAt: 1 })],
    [
      'who wants no such e-mails',
      (id) =>
        changePreferences(env, id, {
          notifications: {
            ...defaultPreferences.notifications,
            'blind-date': { toast: true, sound: true, push: true, email: false },
          },
        }),
    ],
    ['in quiet hours', (id) => changePreferences(env, id, { quietHours: { start: '00:00', end: '00:00' } })],
  ])('%s', async (_, stop) => {
    const { member, sent, wakeAt } = await booked()
    await stop(member.id)
    await wakeAt(slot - 24 * hour)
    await wakeAt(slot - hour)
    expect(sent).toEqual([])
  })

  it('who has ended them by one press, from the e-mail or the mail program', async () => {
    const { member, sent, wakeAt } = await booked()
    await wakeAt(slot - 24 * hour)
    const [first]: (SentEmail | undefined)[] = sent
    expect(first?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const address = /^<(.+)>$/.exec(first?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(first?.text).toContain(address)
    const page = await (await SELF.fetch(address)).text()
    expect(page).toContain('blind dates')
    expect((await SELF.fetch(address, { method: 'POST' })).status).toBe(200)
    expect((await readPreferences(env, member.id))?.notifications['blind-date'].email).toBe(false)
    await wakeAt(slot - hour)
    expect(sent).toHaveLength(1)
  })
})

it('what an e-mail has reminded of is no part of the digest of unread notifications', async () => {
  const { member, sent, wakeAt } = await booked()
  await inHub(member.id, 'UPDATE bookings SET remind_at = NULL')
  await wakeAt(slot - 5 * minuteMs)
  expect(await inHub(member.id, 'SELECT kind, mail_at FROM notifications')).toEqual([{ kind: 'blind-date', mail_at: null }])
  vi.setSystemTime(slot + 2 * hour)
  await runDurableObjectAlarm(env.MEMBER_HUB.getByName(member.id))
  expect(sent).toEqual([])
})

import { env } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultPreferences } from '#features/notifications/contract.ts'
import { readNotifications } from '#features/notifications/server/list.ts'
import { changePreferences } from '#features/notifications/server/public.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { dateOfferId } from '#shared/realtime/date-offer-id.ts'
import type { NotificationPayload } from '#shared/realtime/wire.ts'
import { encounterOf } from '#test/support/worker/encounter.ts'
import {
  createDater,
  datesBy,
  forwardDate,
  meet,
  minuteMs,
  openPhone,
  statesOf,
  stopClock,
  type Dater,
} from '#test/support/worker/dates.ts'
import { createMember } from '#test/support/worker/members.ts'
import { waitingOf } from '#test/support/worker/push.ts'
import { choiceIn, newLanguage } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

/** Eight in the evening in Kyiv. */
const slot = Date.UTC(2027, 0, 12, 18)
const textsOf = async (code: LocaleCode, timeZone: string) =>
  createTranslator(code, await loadMessages(code, ['notifications']), { timeZone })
const shownOn = (phone: Dater['phone']) => phone.events('notification').map(({ data }) => data)
const listOf = async (member: { id: string }, timeZone: string) =>
  (await readNotifications(env, { memberId: member.id, locale: 'uk', timeZone, before: null, now: Date.now() }))?.items

async function evening(options: Parameters<typeof createDater>[0] = {}) {
  const clock = stopClock(slot - 60 * minuteMs)
  const language = newLanguage()
  const [anna, ben] = [await createDater(options), await createDater()]
  for (const dater of [anna, ben]) await datesBy(dater).bookDate(slot, choiceIn(language))
  await clock.to(slot - 5 * minuteMs, [anna, ben])
  return { clock, language, anna, ben }
}

async function offered(options: Parameters<typeof createDater>[0] = {}) {
  const found = await evening(options)
  await found.clock.to(slot, [found.anna, found.ben])
  const { id } = await meet([found.anna, found.ben])
  return { ...found, id }
}

describe('the lobby', () => {
  it('is notified once, at the time of the member’s clocks and in their language, and leads to the page', async () => {
    const { anna, clock } = await evening({ member: { locale: 'uk', timeZone: 'Europe/Kyiv' } })
    const { t } = await textsOf('uk', 'Europe/Kyiv')
    const title = t('notifications.blind-date.lobby.title', { time: '20:00' })
    const [toast] = await anna.phone.until(() => shownOn(anna.phone).length > 0 && shownOn(anna.phone), 'the toast')
    expect(toast).toEqual({
      id: `blind-date:${slot}`,
      kind: 'blind-date',
      title,
      message: t('notifications.blind-date.lobby.text'),
    })
    await clock.to(slot - 4 * minuteMs, [anna])
    await datesBy(anna).readDates()
    expect(shownOn(anna.phone)).toHaveLength(1)
    expect(await listOf(anna, 'Europe/Kyiv')).toMatchObject([{ title, href: '/uk/blind-dates', unread: true, icon: null }])
  })

  it('is in the list of who was away, and not of who has cancelled', async () => {
    const clock = stopClock(slot - 60 * minuteMs)
    const [anna, ben] = [await createMember(), await createMember()]
    for (const member of [anna, ben]) await datesBy(member).bookDate(slot, choiceIn(newLanguage()))
    await datesBy(ben).cancelDate(slot)
    await clock.to(slot - 5 * minuteMs, [anna, ben])
    expect([(await listOf(anna, 'UTC'))?.length, (await listOf(ben, 'UTC'))?.length]).toEqual([1, 0])
  })
})

describe('the offer', () => {
  it('stands on every device with the seconds that are left, names and pictures no one, and is not kept', async () => {
    const { anna, ben, id } = await offered({ member: { locale: 'de' } })
    const { t } = await textsOf('de', 'UTC')
    const isOffer = ({ link_blind }: NotificationPayload) => link_blind !== undefined
    await anna.phone.until(() => shownOn(anna.phone).some(isOffer), 'the offer')
    const payload = {
      id: dateOfferId(id),
      kind: 'blind-date',
      title: t('notifications.blind-date.offer.title'),
      message: t('notifications.blind-date.offer.text'),
      link_blind: id,
      timer_on: true,
      timer: 30,
    }
    expect(shownOn(anna.phone).filter(isOffer)).toEqual([payload])
    expect(JSON.stringify(payload)).not.toContain(ben.id)
    vi.setSystemTime(slot + 12_000)
    const tablet = await openPhone(anna)
    await tablet.until(() => shownOn(tablet).some(isOffer), 'the offer on a device that has come later')
    expect(shownOn(tablet).filter(isOffer)).toEqual([{ ...payload, timer: 18 }])
    expect((await listOf(anna, 'UTC'))?.map(({ id: kept }) => kept)).toEqual([`blind-date:${slot}`])
  })

  it('is a push message that leads to the date', async () => {
    const { anna, clock, ben } = await evening()
    await env.MEMBER_HUB.getByName(anna.id).pushStarted()
    await clock.to(slot, [anna, ben])
    const { id } = await meet([anna, ben])
    expect(await waitingOf(anna)).toMatchObject({ 'blind-date': { about: { link_blind: id }, until: slot + 30_000 } })
  })

  it('is over for a device that joins after it', async () => {
    const { anna, ben, id } = await offered()
    for (const dater of [anna, ben]) await encounterOf(id).act(dater.id, { kind: 'accept' })
    await anna.phone.until(() => statesOf(anna).at(-1) === 'talking', 'the talk')
    const tablet = await openPhone(anna)
    await tablet.heads()
    expect(shownOn(tablet)).toEqual([])
    await forwardDate(id, slot + minuteMs)
  })

  it.each([
    [
      'without the kind’s toast',
      {
        notifications: {
          ...defaultPreferences.notifications,
          'blind-date': { toast: false, sound: true, push: true, email: true },
        },
      },
    ],
    ['in quiet hours', { quietHours: { start: '00:00', end: '00:00' } }],
  ] as const)('shows nothing %s', async (_, preferences) => {
    const clock = stopClock(slot - 60 * minuteMs)
    const language = newLanguage()
    const [anna, ben] = [await createDater(), await createDater()]
    await changePreferences(env, anna.id, preferences)
    for (const dater of [anna, ben]) await datesBy(dater).bookDate(slot, choiceIn(language))
    await clock.to(slot - 5 * minuteMs, [anna, ben])
    await clock.to(slot, [anna, ben])
    await meet([anna, ben])
    // A device that joins is shown an offer again, under the same id.
    await ben.phone.until(() => new Set(shownOn(ben.phone).map(({ id }) => id)).size === 2, 'his lobby and his offer')
    await anna.phone.until(() => statesOf(anna).at(-1) === 'offered', 'the event for the page')
    expect(shownOn(anna.phone)).toEqual([])
  })
})

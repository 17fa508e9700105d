import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encounterPauses } from '#db/schema.ts'
import { blockMember } from '#features/blocks/server/public.ts'
import { blindDateActions, waitAlertMs, type DatesProps } from '#features/encounters/dates/contract.ts'
import { cancelBookings } from '#features/member-hub/server/public.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { changePreferences } from '#features/notifications/server/public.ts'
import { defaultPreferences } from '#features/notifications/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import { restrictMember } from '#features/restriction/server/public.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { receivedAt } from '#test/support/push/browser.ts'
import { anyProfile, datesBy, stopClock } from '#test/support/worker/dates.ts'
import { createMember, db, operatorId, postJson, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { createReachable, received } from '#test/support/worker/push.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { aRound, choiceIn, matchmakerOf, newLanguage, seatBy, untilPaired } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const { waitAlert } = blindDateActions
type Asker = Awaited<ReturnType<typeof createReachable>>
type Options = Parameters<typeof createMember>[0]

const wait = (member: { id: string }, language: string) =>
  seatBy(member).start({ kind: 'blind', choice: choiceIn(language), topics: [], slot: null, profile: anyProfile })

const inPool = (query: string, ...values: (string | number)[]) =>
  runInDurableObject(matchmakerOf('blind'), (_, { storage }) => storage.sql.exec(query, ...values).toArray())

/** A member with a device, who has asked. */
async function createAsker(language: string, options: Options = {}): Promise<Asker> {
  const asker = await createReachable(options)
  expect(await datesBy(asker.member).changeWaitAlert(choiceIn(language))).toEqual({ ok: true })
  return asker
}

const isAsking = async ({ member: { id } }: Asker) => ({
  hub: (await inHub(id, 'SELECT until FROM wait_alert')).length,
  pool: (await inPool('SELECT id FROM wait_alerts WHERE member = ?', id)).length,
})
const asking = { hub: 1, pool: 1 }
const ended = { hub: 0, pool: 0 }
const pushesOf = async ({ device }: Asker) => (await receivedAt(device.endpoint)).length

describe('someone who does not wait', () => {
  it('gets one message, in the order of asking, if they could suit who begins to wait and finds no one', async () => {
    const [language, waiter] = [newLanguage(), await createMember()]
    const otherAge = await createAsker(language, { profile: { seeksAgeMin: 80, seeksAgeMax: 90 } })
    const otherGender = await createAsker(language, { profile: { seeksMask: 1 } })
    const otherLanguage = await createAsker(newLanguage())
    const first = await createAsker(language, { member: { locale: 'uk' } })
    const second = await createAsker(language)
    const third = await createAsker(language)
    // A repeat keeps the place.
    expect(await datesBy(first.member).changeWaitAlert(choiceIn(language))).toEqual({ ok: true })
    // As in figures, a block does not show.
    await blockMember(env, { blockerId: waiter.id, blockedId: first.member.id }, Date.now())
    await wait(waiter, language)
    const [[message], [other]] = await Promise.all([received(first.device, 1), received(second.device, 1)])
    expect(message?.payload).toEqual({
      kind: 'blind-date',
      locale: 'uk',
      title: 'Хтось саме зараз шукає побачення наосліп',
      text: 'Відкрий Kismet, щоб дізнатися більше.',
    })
    expect(other?.payload).toEqual({
      kind: 'blind-date',
      locale: 'en',
      title: 'Someone’s looking for a blind date right now',
      text: 'Open Kismet to see more.',
    })
    for (const each of [otherAge, otherGender, otherLanguage, third])
      expect([await pushesOf(each), await isAsking(each)]).toEqual([0, asking])
    for (const each of [first, second]) expect(await isAsking(each)).toEqual(ended)

    // Once for one request: the next who begins to wait is for the third.
    await seatBy(waiter).withdraw()
    await wait(await createMember(), language)
    await received(third.device, 1)
    for (const each of [first, second]) expect(await pushesOf(each)).toBe(1)
  })

  it('gets none of a wait that has found a partner at once', async () => {
    const [language, one, other] = [newLanguage(), await createMember(), await createMember()]
    await wait(one, language)
    await aRound('blind')
    const asker = await createAsker(language)
    await wait(other, language)
    await untilPaired(other)
    await aRound('blind')
    expect([await pushesOf(asker), await isAsking(asker)]).toEqual([0, asking])
  })

  const restrict = async ({ id }: TestMember) => {
    const reason = { id: newId(), memberId: id, rule: 'spam', facts: 'Seen', until: null, actorId: await operatorId() } as const
    await restrictMember(env, db, reason, Date.now())
  }
  const endings: [string, (member: TestMember) => Promise<unknown>][] = [
    ['they end it', (member) => postJson(member, waitAlert.path, { on: false })],
    ['they sign out of the last device', (member) => postJson(member, sessionActions.signOut.path, {})],
    ['they pause their profile', (member) => postJson(member, profileActions.pause.path, { pause: '1' })],
    [
      'reports have paused them',
      async ({ id }) => {
        await db.insert(encounterPauses).values({ memberId: id, pausedAt: 1 })
        await seatBy({ id }).stop()
      },
    ],
    ['they are restricted', restrict],
    [
      'they wait themselves',
      async (member) => {
        await wait(member, newLanguage())
        await seatBy(member).withdraw()
      },
    ],
  ]

  it.each(endings)('gets none once %s', async (_, end) => {
    const language = newLanguage()
    const [gone, still] = [await createAsker(language), await createAsker(language)]
    await end(gone.member)
    await eventually(async () => (await isAsking(gone)).pool === 0, 'the end of the request')
    await wait(await createMember(), language)
    await received(still.device, 1)
    expect([await pushesOf(gone), await isAsking(gone)]).toEqual([0, ended])
  })

  it('leaves the turn to the next one, where messages of blind dates are turned off', async () => {
    const language = newLanguage()
    const askers = [await createAsker(language), await createAsker(language), await createAsker(language)] as const
    const { notifications } = defaultPreferences
    const off = { ...notifications, 'blind-date': { ...notifications['blind-date'], push: false } }
    await changePreferences(env, askers[0].member.id, { notifications: off })
    await wait(await createMember(), language)
    await Promise.all([received(askers[1].device, 1), received(askers[2].device, 1)])
    expect(await pushesOf(askers[0])).toBe(0)
  })

  it('gets none after two hours, and nothing of it is stored any longer', async () => {
    const clock = stopClock()
    const language = newLanguage()
    const gone = await createAsker(language)
    await clock.to(clock.now() + waitAlertMs, [gone.member])
    const still = await createAsker(language)
    await wait(await createMember(), language)
    await eventually(async () => (await isAsking(still)).hub === 0, 'a message to the other')
    expect(await pushesOf(gone)).toBe(0)
    await inPool("INSERT OR REPLACE INTO alarms (name, at, started) VALUES ('wait-alerts', 1, 0)")
    await runDurableObjectAlarm(matchmakerOf('blind'))
    expect(await isAsking(gone)).toEqual(ended)
  })

  it('is forgotten with their account', async () => {
    const language = newLanguage()
    const [deleted, purged] = [await createAsker(language), await createAsker(language)]
    expect(await isAsking(deleted)).toEqual(asking)
    await cancelBookings(env, deleted.member.id)
    await env.MEMBER_HUB.getByName(purged.member.id).purge()
    expect(await inPool('SELECT id FROM wait_alerts WHERE languages = ? AND member = ?', language, purged.member.id)).toEqual([])
  })
})

describe('the page', () => {
  const alertShown = async (member: TestMember) => {
    const { props } = await readPayload<DatesProps>(member, '/uk/blind-dates')
    return props.kind === 'open' ? props.alert : undefined
  }

  it('offers it to those who receive push messages, and says so to the others', async () => {
    const [{ member }, other] = [await createReachable(), await createMember()]
    expect(await alertShown(member)).toEqual({ until: null, isPushOn: true })
    expect((await postJson(member, waitAlert.path, { on: true, languages: ['uk'] })).status).toBe(200)
    const shown = await alertShown(member)
    expect(shown?.until).toBeGreaterThan(Date.now())
    expect((await postJson(member, waitAlert.path, { on: '0' })).status).toBe(200)
    expect(await alertShown(member)).toEqual({ until: null, isPushOn: true })

    expect(await alertShown(other)).toEqual({ until: null, isPushOn: false })
    const refused = await postJson(other, waitAlert.path, { on: true })
    expect([refused.status, ((await refused.json()) as ErrorBody).error.code]).toEqual([409, 'conflict'])
  })

  it('does not offer it to those who wait', async () => {
    const [{ member }, language] = [await createReachable(), newLanguage()]
    await wait(member, language)
    expect(await alertShown(member)).toBeNull()
    const refused = await postJson(member, waitAlert.path, { on: true })
    expect(((await refused.json()) as ErrorBody).error.code).toBe('encounter-busy')
    await seatBy(member).withdraw()
  })
})

import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextPerHour } from '#features/encounters/contract.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { advance } from '#test/support/worker/account.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { connectPoll } from '#test/support/worker/poll-client.ts'
import { connect, eventually } from '#test/support/worker/realtime-client.ts'
import { aRound, newLanguage, peopleIn, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

const people = (language: string) => peopleIn(language)
const wakeHub = (member: TestMember) => runDurableObjectAlarm(env.MEMBER_HUB.getByName(member.id))

afterEach(() => void vi.useRealTimers())

/** Two members in an anonymous chat, and its id. */
async function pairUp(language = newLanguage()): Promise<{ anna: TestMember; ben: TestMember; id: string; language: string }> {
  const [anna, ben] = [await createMember(), await createMember()]
  await start(anna, wishFor(language))
  await start(ben, wishFor(language))
  const { id } = await untilPaired(anna)
  await untilPaired(ben)
  return { anna, ben, id, language }
}

describe('joining', () => {
  it('twice, from two tabs at once, is one wait, and nobody is paired with themselves', async () => {
    const language = newLanguage()
    const anna = await createMember()
    const results = await Promise.all([start(anna, wishFor(language)), start(anna, wishFor(language))])
    expect(results.map(({ ok, seat }) => ok && seat.state)).toEqual(['waiting', 'waiting'])
    await aRound()
    expect([await people(language), (await seatBy(anna).read()).state]).toEqual([1, 'waiting'])
  })

  it('fifty times at once is one wait, too', async () => {
    const language = newLanguage()
    const anna = await createMember()
    const results = await Promise.all(Array.from({ length: 50 }, () => start(anna, wishFor(language))))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(new Set(results.map(({ seat }) => JSON.stringify(seat))).size).toBe(1)
    await aRound()
    expect(await people(language)).toBe(1)
  })

  it('fifty times at once in as many languages leaves one wait in all', async () => {
    const languages = Array.from({ length: 50 }, newLanguage)
    const anna = await createMember()
    await Promise.all(languages.map((language) => start(anna, wishFor(language))))
    const seat = await seatBy(anna).read()
    if (seat.state !== 'waiting') throw new Error('She does not wait')
    const counts = async () => Promise.all(languages.map(people))
    await eventually(
      async () => (await counts()).every((count, at) => count === (languages[at] === seat.languages[0] ? 1 : 0)),
      'one',
    )
  })

  it('in another language moves the wait there', async () => {
    const [here, there] = [newLanguage(), newLanguage()]
    const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
    await start(anna, wishFor(here))
    await start(anna, wishFor(there))
    await start(ben, wishFor(here))
    await start(carla, wishFor(there))
    const [annas, carlas] = await Promise.all([untilPaired(anna), untilPaired(carla)])
    expect(annas.id).toBe(carlas.id)
    expect((await seatBy(ben).read()).state).toBe('waiting')
  })

  it('with other topics begins another wait', async () => {
    const language = newLanguage()
    const anna = await createMember()
    await start(anna, wishFor(language, { topics: ['films'] }))
    expect(await start(anna, wishFor(language, { topics: ['books'] }))).toMatchObject({ ok: true, seat: { topics: ['books'] } })
    expect(await people(language)).toBe(1)
  })
})

describe('leaving', () => {
  it('ends a wait on all devices and in the queue', async () => {
    const language = newLanguage()
    const [anna, ben] = [await createMember(), await createMember()]
    const phone = await connect(anna.id)
    await phone.join(channelName.member(anna.id))
    await start(anna, wishFor(language))
    await seatBy(anna).withdraw()
    await phone.until(() => phone.events('anonymous').at(-1)?.data.state === 'ended', 'the end')
    await start(ben, wishFor(language))
    await aRound()
    expect([await people(language), (await seatBy(ben).read()).state]).toEqual([1, 'waiting'])
    await expect(seatBy(anna).withdraw(), 'a repeat').resolves.toBeUndefined()
  })

  it('while the partner is being asked leaves the partner waiting, or ends it at once for both', async () => {
    const language = newLanguage()
    const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
    await start(anna, wishFor(language))
    await start(ben, wishFor(language))
    await seatBy(anna).withdraw()
    await start(carla, wishFor(language))
    await eventually(async () => {
      const [bens, carlas] = [await seatBy(ben).read(), await seatBy(carla).read()]
      // The two were paired before she left, which has ended it for both: he waits again by himself.
      if (bens.state === 'free') await start(ben, wishFor(language))
      return bens.state === 'paired' && carlas.state === 'paired' && bens.id === carlas.id
    }, 'the encounter of the two who are left')
    expect(await seatBy(anna).read()).toEqual({ state: 'free' })
  })
})

describe('next', () => {
  it('leaves the partner and waits again, and never finds the one just left', async () => {
    const { anna, ben, id, language } = await pairUp()
    expect(await seatBy(anna).next(id)).toMatchObject({ ok: true, seat: { state: 'waiting', languages: [language] } })
    await eventually(async () => (await seatBy(ben).read()).state === 'free', 'the end for him')
    await start(ben, wishFor(language))
    await aRound()
    expect([(await seatBy(anna).read()).state, (await seatBy(ben).read()).state]).toEqual(['waiting', 'waiting'])
    const carla = await createMember()
    await start(carla, wishFor(language))
    expect((await untilPaired(anna)).id).toBe((await untilPaired(carla)).id)
  })

  it('works after the partner has left, with the wish of before', async () => {
    const { anna, ben, id, language } = await pairUp()
    await seatBy(ben).next(id)
    await eventually(async () => (await seatBy(anna).read()).state === 'free', 'the end for her')
    expect(await seatBy(anna).next(id)).toMatchObject({ ok: true, seat: { state: 'waiting', languages: [language] } })
    expect(await seatBy(anna).next(id), 'a repeat').toMatchObject({ ok: true, seat: { state: 'waiting' } })
    expect(await inHub(anna.id, 'SELECT COUNT(*) AS n FROM nexts')).toEqual([{ n: 1 }])
  })

  it('is for one’s own chat alone', async () => {
    const { id } = await pairUp()
    const [eve, other] = [await createMember(), await pairUp()]
    expect(await seatBy(eve).next(id)).toEqual({ ok: false, code: 'forbidden', seat: { state: 'free' } })
    expect(await seatBy(other.anna).next(id)).toMatchObject({ ok: false, code: 'forbidden', seat: { id: other.id } })
  })

  it('is refused after thirty within an hour, says for how long, and changes nothing', async () => {
    const { anna, id } = await pairUp()
    const first = Date.now() - 1_800_000
    for (let at = 0; at < nextPerHour; at++) await inHub(anna.id, 'INSERT INTO nexts (at) VALUES (?)', first + at)
    const refused = await seatBy(anna).next(id)
    expect(refused).toMatchObject({ ok: false, code: 'too-many', seat: { state: 'paired', id } })
    expect(!refused.ok && refused.code === 'too-many' && refused.retryAfterS).toBeGreaterThan(1_790)
    advance(1_801_000)
    expect(await seatBy(anna).next(id)).toMatchObject({ ok: true })
  })
})

describe('a member who waits', () => {
  it('and whose last device has gone leaves after 30 seconds', async () => {
    const language = newLanguage()
    const anna = await createMember()
    const phone = await connect(anna.id)
    await start(anna, wishFor(language))
    phone.socket.close(1000)
    await eventually(
      async () => (await inHub(anna.id, 'SELECT 1 FROM seat WHERE away_since IS NOT NULL')).length > 0,
      'her leaving',
    )
    await wakeHub(anna)
    expect((await seatBy(anna).read()).state).toBe('waiting')
    advance(31_000)
    await wakeHub(anna)
    expect([await seatBy(anna).read(), await people(language)]).toEqual([{ state: 'free' }, 0])
  })

  it('and comes back in time waits on with the same turn, by polling too', async () => {
    const language = newLanguage()
    const anna = await createMember()
    const phone = await connect(anna.id)
    const started = await start(anna, wishFor(language))
    phone.socket.close(1000)
    await eventually(
      async () => (await inHub(anna.id, 'SELECT 1 FROM seat WHERE away_since IS NOT NULL')).length > 0,
      'her leaving',
    )
    const tablet = await connectPoll(anna.id)
    await tablet.join(channelName.member(anna.id))
    advance(31_000)
    await tablet.heads()
    await wakeHub(anna)
    expect(await seatBy(anna).read()).toEqual(started.seat)
  })

  it('without a connection from the start has five minutes since the last call', async () => {
    const language = newLanguage()
    const anna = await createMember()
    await start(anna, wishFor(language))
    for (const minutes of [4, 4]) {
      advance(minutes * 60_000)
      await wakeHub(anna)
      expect((await seatBy(anna).read()).state).toBe('waiting')
    }
    advance(5 * 60_000 + 1)
    await wakeHub(anna)
    expect(await seatBy(anna).read()).toEqual({ state: 'free' })
  })
})

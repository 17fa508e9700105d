import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blocks } from '#db/schema.ts'
import { crashEncounter, encounterOf, newEncounterId } from '#test/support/worker/encounter.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { crashHub, inHub } from '#test/support/worker/objects.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import {
  aRound,
  crashMatchmaker,
  crashMatchmakerWith,
  inMatchmaker,
  newLanguage,
  peopleIn,
  seatBy,
  start,
  untilAllPaired,
  untilPaired,
  wishFor,
} from '#test/support/worker/waiting.ts'

const wakeHub = (member: TestMember) => runDurableObjectAlarm(env.MEMBER_HUB.getByName(member.id))
const people = (language: string) => peopleIn(language)
const pairingsIn = (language: string) => inMatchmaker('SELECT id, state FROM pairings WHERE language = ?', language)
const stateOf = async (member: TestMember) => (await seatBy(member).read()).state

/** Calls that concern the seat fail, until it is mended. */
const breakSeat = ({ id }: TestMember) => inHub(id, 'ALTER TABLE seat RENAME TO seat_away')
const mendSeat = ({ id }: TestMember) => inHub(id, 'ALTER TABLE seat_away RENAME TO seat')

const ticketOf = async ({ id }: { id: string }) => String((await inHub(id, 'SELECT ticket FROM seat'))[0]?.['ticket'])

const sideOf = async ({ id }: TestMember) => {
  return { ticket: await ticketOf({ id }), member: id, token: `token-${id}`, since: Date.now() }
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

/** Sets the matchmaker's tables back to the moment before it wrote that the encounter of the two has opened. */
async function undoOpening(language: string, two: readonly [TestMember, TestMember]): Promise<void> {
  const sides = await Promise.all(two.map(sideOf))
  const texts = sides.map((side) => JSON.stringify(side))
  await inMatchmaker("UPDATE pairings SET state = 'reserving', one = ?, other = ? WHERE language = ?", ...texts, language)
  for (const side of sides) {
    const rest = { isFirst: false, languages: [language], topics: [], slot: null, past: [], profile: null }
    const entry = JSON.stringify({ ...side, ...rest })
    const values = [side.ticket, side.member, entry, Date.now()]
    await inMatchmaker('INSERT INTO waiting (ticket, member, entry, seen_at) VALUES (?, ?, ?, ?)', ...values)
  }
}

/**
 * Two members who are chosen for each other and cannot be paired yet: the seat of one of them is out of reach. They get their common
 * language by hand, because the two would be paired before the seat is broken.
 */
async function chosen(): Promise<{ anna: TestMember; ben: TestMember; language: string }> {
  const [language, aside] = [newLanguage(), newLanguage()]
  const [anna, ben] = [await createMember(), await createMember()]
  await start(anna, wishFor(language))
  await start(ben, wishFor(aside))
  await inHub(ben.id, 'UPDATE seat SET request = replace(request, ?, ?)', aside, language)
  await crashHub(ben.id)
  await breakSeat(ben)
  await crashMatchmakerWith([['UPDATE waiting SET entry = replace(entry, ?, ?) WHERE member = ?', aside, language, ben.id]])
  await eventually(async () => {
    await aRound()
    return (await pairingsIn(language)).length > 0
  }, 'a pairing')
  return { anna, ben, language }
}

describe('a crash of the matchmaker', () => {
  it('after somebody has entered loses no wait', async () => {
    const language = newLanguage()
    const [anna, ben] = [await createMember(), await createMember()]
    await start(anna, wishFor(language))
    await start(ben, wishFor(language))
    await crashMatchmaker()
    await aRound()
    expect((await untilPaired(anna)).id).toBe((await untilPaired(ben)).id)
  })

  it('after two were chosen goes on with the same two', async () => {
    const { anna, ben, language } = await chosen()
    const [pairing] = await pairingsIn(language)
    expect(pairing).toMatchObject({ state: 'reserving' })
    await crashMatchmaker()
    await mendSeat(ben)
    await aRound()
    expect([(await untilPaired(anna)).id, (await untilPaired(ben)).id]).toEqual([pairing?.['id'], pairing?.['id']])
  })

  it('after the encounter has opened opens no other one and pairs nobody again', async () => {
    const language = newLanguage()
    const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
    await start(anna, wishFor(language))
    await start(ben, wishFor(language))
    const { id } = await untilPaired(anna)
    await eventually(async () => (await pairingsIn(language))[0]?.['state'] === 'opened', 'the end of both waits')
    await undoOpening(language, [anna, ben])
    await crashMatchmaker()
    await start(carla, wishFor(language))
    await aRound()
    const seats = await Promise.all([anna, ben].map((member) => seatBy(member).read()))
    expect(seats.map((seat) => seat.state === 'paired' && seat.id)).toEqual([id, id])
    expect([await stateOf(carla), (await encounterOf(id).view(anna.id))?.phase]).toEqual(['waiting', 'talking'])
  })

  it('before the one who stays was told leaves nobody reserved for ever', async () => {
    const { anna, ben, language } = await chosen()
    const id = (await pairingsIn(language))[0]?.['id']
    await eventually(async () => (await inHub(anna.id, 'SELECT 1 FROM seat WHERE encounter = ?', String(id))).length > 0, 'hers')
    await inMatchmaker("UPDATE pairings SET state = 'releasing', repeats = 0 WHERE language = ?", language)
    await inMatchmaker('DELETE FROM waiting WHERE member = ?', ben.id)
    await crashMatchmaker()
    await mendSeat(ben)
    await seatBy(ben).withdraw()
    await aRound()
    await eventually(async () => (await inHub(anna.id, 'SELECT 1 FROM seat WHERE encounter IS NULL')).length > 0, 'release')
    const carla = await createMember()
    await start(carla, wishFor(language))
    expect((await untilPaired(anna)).id).toBe((await untilPaired(carla)).id)
  })
})

describe('a crash of a hub', () => {
  it('before its queue has heard of the wait loses no wait', async () => {
    const language = newLanguage()
    const [anna, ben] = [await createMember(), await createMember()]
    await start(anna, wishFor(language))
    await crashMatchmakerWith([['DELETE FROM waiting WHERE member = ?', anna.id]])
    await crashHub(anna.id)
    await wakeHub(anna)
    await start(ben, wishFor(language))
    expect((await untilPaired(anna)).id).toBe((await untilPaired(ben)).id)
  })

  it('while it is reserved pairs it with the one who was chosen', async () => {
    const { anna, ben } = await chosen()
    await mendSeat(ben)
    await Promise.all([crashHub(anna.id), crashHub(ben.id)])
    await eventually(async () => (await stateOf(anna)) === 'paired' || aRound().then(() => false), 'hers')
    expect((await untilPaired(ben)).id).toBe((await untilPaired(anna)).id)
  })

  it('while it is reserved, and a block in between, leaves both waiting for somebody else', async () => {
    const { anna, ben, language } = await chosen()
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: Date.now() })
    await eventually(async () => {
      await aRound()
      return (await pairingsIn(language)).every(({ state }) => state !== 'reserving')
    }, 'the block to be found')
    await mendSeat(ben)
    await eventually(async () => {
      await aRound()
      return (await pairingsIn(language)).length === 0
    }, 'the end of the pairing')
    expect([await stateOf(anna), await stateOf(ben)]).toEqual(['waiting', 'waiting'])
    const carla = await createMember()
    await start(carla, wishFor(language))
    expect((await untilPaired(anna)).id).toBe((await untilPaired(carla)).id)
  })

  it('that cannot be reached any more frees the other, and comes back with its own repeats', async () => {
    const { anna, ben, language } = await chosen()
    for (let attempt = 0; attempt < 6; attempt++) await aRound()
    expect(await people(language), 'he counts as gone').toBe(1)
    const carla = await createMember()
    await start(carla, wishFor(language))
    expect((await untilPaired(anna)).id).toBe((await untilPaired(carla)).id)
    await mendSeat(ben)
    await wakeHub(ben)
    const dora = await createMember()
    await start(dora, wishFor(language))
    expect((await untilPaired(ben)).id).toBe((await untilPaired(dora)).id)
  })

  it('which still believes in a pairing that was given up finds out by itself', async () => {
    const language = newLanguage()
    const [anna, ben] = [await createMember(), await createMember()]
    await start(anna, wishFor(language))
    expect(await seatBy(anna).reserve(await ticketOf(anna), newEncounterId('anonymous'), 'token')).toBe(true)
    await wakeHub(anna)
    await start(ben, wishFor(language))
    expect((await untilPaired(anna)).id).toBe((await untilPaired(ben)).id)
  })
})

describe('the seat', () => {
  it('is reserved once: a repeat is true, another encounter is refused and costs nobody else their turn', async () => {
    const language = newLanguage()
    const anna = await createMember()
    await start(anna, wishFor(language))
    const [ticket, one, other] = [await ticketOf(anna), newEncounterId('anonymous'), newEncounterId('anonymous')]
    const answers = [
      await seatBy(anna).reserve(ticket, one, 'token'),
      await seatBy(anna).reserve(ticket, one, 'token'),
      await seatBy(anna).reserve(ticket, other, 'token'),
      await seatBy(anna).reserve('another-ticket', other, 'token'),
    ]
    expect(answers).toEqual([true, true, false, false])
    const [ben, carla] = [await createMember(), await createMember()]
    const started = await start(ben, wishFor(language))
    await eventually(async () => (await people(language)) === 1, 'her row to go')
    expect(await seatBy(ben).read()).toEqual(started.seat)
    await start(carla, wishFor(language))
    expect((await untilPaired(ben)).id).toBe((await untilPaired(carla)).id)
  })

  it('takes no news of an encounter that it is not reserved for', async () => {
    const anna = await createMember()
    await start(anna, wishFor(newLanguage()))
    const news = { kind: 'anonymous', phase: 'talking', until: null, at: Date.now(), conversation: null } as const
    const id = newEncounterId('anonymous')
    expect(await seatBy(anna).news({ ...news, id, ticket: await ticketOf(anna) })).toBe(false)
    expect(await seatBy(anna).news({ ...news, id, ticket: 'another-ticket' })).toBe(false)
    expect(await stateOf(anna)).toBe('waiting')
  })

  it('waits on with its turn when an encounter ends before it was shown', async () => {
    const language = newLanguage()
    const anna = await createMember()
    const started = await start(anna, wishFor(language))
    const [id, ticket] = [newEncounterId('anonymous'), await ticketOf(anna)]
    await seatBy(anna).reserve(ticket, id, 'token')
    const news = { id, kind: 'anonymous', ticket, phase: 'ended', until: null, at: Date.now(), conversation: null } as const
    expect(await seatBy(anna).news(news)).toBe(true)
    // With another drawing: the seed is that of the ticket.
    expect(await seatBy(anna).read()).toEqual({ ...started.seat, seed: expect.stringMatching(/^[0-9a-f]{8}$/) })
    expect(await ticketOf(anna)).not.toBe(ticket)
  })

  it('is free again when its encounter has gone without a word', async () => {
    const language = newLanguage()
    const [anna, ben] = [await createMember(), await createMember()]
    await start(anna, wishFor(language))
    await start(ben, wishFor(language))
    const { id } = await untilPaired(anna)
    await untilPaired(ben)
    await inHub(anna.id, 'UPDATE seat SET encounter = ?', newEncounterId('anonymous'))
    await crashHub(anna.id)
    expect(await start(anna, wishFor(language))).toMatchObject({ ok: true, seat: { state: 'waiting' } })
    expect(await start(ben, wishFor(language))).toMatchObject({ ok: false, code: 'busy', seat: { id } })
  })
})

describe('under crashes of every object at any time', () => {
  it('everybody is paired in the end, each with exactly one other', { timeout: 60_000 }, async () => {
    const language = newLanguage()
    const members = await Promise.all(Array.from({ length: 24 }, () => createMember()))
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)]
    const chaosEnds = new AbortController()
    const chaos = (async () => {
      while (!chaosEnds.signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 25))
        const dice = Math.random()
        const member = pick(members)
        if (dice < 0.4) await crashMatchmaker()
        else if (dice < 0.8 && member) await crashHub(member.id)
        else if (member) {
          const encounter = (await inHub(member.id, 'SELECT encounter FROM seat').catch(() => []))[0]?.['encounter']
          if (typeof encounter === 'string') await crashEncounter(encounter)
        }
      }
    })()
    await Promise.all(
      members.map(async (member) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500))
        for (;;) {
          const result = await start(member, wishFor(language)).catch(() => null)
          if (result) return
        }
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    chaosEnds.abort()
    await chaos
    await eventually(async () => {
      await aRound()
      await Promise.all(members.map(wakeHub))
      const states = await Promise.all(members.map(stateOf))
      return states.every((state) => state === 'paired')
    }, 'everybody paired')
    const encounters = await untilAllPaired(members)
    expect([...encounters.values()].map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => 2))
    for (const [id, two] of encounters) {
      for (const member of two) expect((await encounterOf(id).view(member))?.phase).toBe('talking')
    }
    await eventually(async () => (await people(language)) === 0 || aRound().then(() => false), 'the end of all waits')
  })
})

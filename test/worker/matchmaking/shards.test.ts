import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { matchmakerName } from '#features/encounters/contract.ts'
import { viewBy } from '#test/support/worker/encounter.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { crashHub, inHub } from '#test/support/worker/objects.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { datesBy } from '#test/support/worker/dates.ts'
import { abortObject } from '#test/support/worker/abort-object.ts'
import { newLanguage, peopleIn, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

const wakeHub = (member: TestMember) => runDurableObjectAlarm(env.MEMBER_HUB.getByName(member.id))
const ticketOf = async ({ id }: TestMember) => String((await inHub(id, 'SELECT ticket FROM seat'))[0]?.['ticket'])

const ticketsIn = (name: string) =>
  runInDurableObject(env.MATCHMAKER.getByName(name), (_, { storage }) =>
    storage.sql
      .exec<{ ticket: string }>('SELECT ticket FROM waiting')
      .toArray()
      .map(({ ticket }) => ticket),
  )

/** Puts a member's wait into another object than the one that their shard has now. */
async function waitIn(name: string, member: TestMember, entry: object): Promise<string> {
  const ticket = await ticketOf(member)
  const wait = { ticket, member: member.id, since: Date.now(), isFirst: false, topics: [], slot: null, past: [], profile: null }
  await abortObject(env.MATCHMAKER.getByName(name), (sql) => {
    const text = JSON.stringify({ ...wait, token: `token-${member.id}`, ...entry })
    sql.exec('INSERT INTO waiting (ticket, member, entry, seen_at) VALUES (?, ?, ?, ?)', ticket, member.id, text, Date.now())
  })
  return ticket
}

it('another number of shards moves a wait at its next call, with its turn and under another ticket', async () => {
  const language = newLanguage()
  const [anna, ben] = [await createMember(), await createMember()]
  await start(anna, wishFor(language))
  const before = await seatBy(anna).read()
  const elsewhere = matchmakerName('anonymous', 7)
  const ticket = await waitIn(elsewhere, anna, { languages: [language] })
  await inHub(anna.id, 'UPDATE seat SET queue = ?', elsewhere)
  await crashHub(anna.id)
  await wakeHub(anna)
  await eventually(async () => !(await ticketsIn(elsewhere)).includes(ticket), 'her departure')
  expect(await ticketOf(anna)).not.toBe(ticket)
  expect(await inHub(anna.id, 'SELECT queue FROM seat')).toEqual([{ queue: 'anonymous:0' }])
  expect(await seatBy(anna).read()).toEqual({ ...before, seed: expect.any(String) })
  expect(await peopleIn(language)).toBe(1)
  await start(ben, wishFor(language))
  expect((await untilPaired(anna)).id).toBe((await untilPaired(ben)).id)
})

it('a wait that is reserved stays where it is', async () => {
  const anna = await createMember()
  await start(anna, wishFor(newLanguage()))
  const ticket = await ticketOf(anna)
  await inHub(anna.id, "UPDATE seat SET queue = 'anonymous:7', encounter = 'a-000000000000000000000000'")
  await crashHub(anna.id)
  await seatBy(anna).read()
  expect(await ticketOf(anna)).toBe(ticket)
})

/** Waits as the version before has stored them, with a matchmaker for each language and none in the seat. */
async function waitAsBefore(name: string, member: TestMember, language: string): Promise<void> {
  await start(member, wishFor(newLanguage()))
  const request = JSON.stringify({ kind: 'anonymous', language, topics: [], slot: null, profile: null })
  await inHub(member.id, 'UPDATE seat SET request = ?, queue = NULL', request)
  await crashHub(member.id)
  await waitIn(name, member, {})
}

it('two who wait since before there were shards are paired in the language of their object', async () => {
  const [anna, ben] = [await createMember(), await createMember()]
  for (const member of [anna, ben]) await waitAsBefore('anonymous:uk', member, 'uk')
  await eventually(async () => {
    await runDurableObjectAlarm(env.MATCHMAKER.getByName('anonymous:uk'))
    await env.MATCHMAKER.getByName('anonymous:uk').enter({
      ticket: await ticketOf(anna),
      member: anna.id,
      since: Date.now(),
      isFirst: false,
      languages: ['uk'],
      topics: [],
      slot: null,
      token: `token-${anna.id}`,
      past: [],
      profile: null,
    })
    return (await seatBy(anna).read()).state === 'paired'
  }, 'a partner')
  const { id } = await untilPaired(anna)
  expect((await untilPaired(ben)).id).toBe(id)
  expect((await viewBy(id, anna.id)).language).toBe('uk')
})

it('one who waits since before there were shards moves, with the language of then', async () => {
  const anna = await createMember()
  await waitAsBefore('anonymous:ro', anna, 'ro')
  expect(await seatBy(anna).read()).toMatchObject({ state: 'waiting', languages: ['ro'] })
  await wakeHub(anna)
  await eventually(async () => (await ticketsIn('anonymous:ro')).length === 0, 'her departure')
  expect(await inHub(anna.id, 'SELECT queue FROM seat')).toEqual([{ queue: 'anonymous:0' }])
  await seatBy(anna).withdraw()
})

it('an evening that was booked before has its one language', async () => {
  const anna = await createMember()
  await datesBy(anna).readDates()
  const slot = Date.now() + 60_000
  await inHub(anna.id, "INSERT INTO bookings (slot, language, state) VALUES (?, 'cs', 'booked')", slot)
  await crashHub(anna.id)
  await datesBy(anna).readDates()
  await eventually(async () => (await seatBy(anna).read()).state === 'waiting', 'her wait')
  expect(await seatBy(anna).read()).toMatchObject({ kind: 'blind', languages: ['cs'], slot })
  await datesBy(anna).cancelDate(slot)
})

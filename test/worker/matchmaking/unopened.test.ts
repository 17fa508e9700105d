import { describe, expect, it } from 'vitest'
import { blocks } from '#db/schema.ts'
import { encounterOf, newEncounterId } from '#test/support/worker/encounter.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { crashHub, inHub } from '#test/support/worker/objects.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { aRound, crashMatchmakerWith, inMatchmaker, newLanguage, seatBy, start, wishFor } from '#test/support/worker/waiting.ts'

async function sideOf({ id: member }: TestMember) {
  const [seat] = await inHub(member, 'SELECT ticket FROM seat')
  return { ticket: seat?.['ticket'], member, token: `token-${member}`, since: Date.now() }
}

/** Puts a member's seat into an encounter. */
async function show({ id: member }: TestMember, id: string): Promise<void> {
  await inHub(member, "UPDATE seat SET state = 'paired', phase = 'talking', encounter = ?", id)
  await crashHub(member)
}

/**
 * An encounter that has not opened, as the matchmaker's crash may leave it. `paired`: both were shown it. `reserving`: only Ben
 * was, and it is not written that he has said yes; both their rows are still in the queue.
 */
async function unopened(state: 'paired' | 'reserving') {
  const [language, id] = [newLanguage(), newEncounterId('anonymous')]
  const [anna, ben] = [await createMember(), await createMember()]
  for (const member of [anna, ben]) await start(member, wishFor(member === anna ? language : newLanguage()))
  const sides = await Promise.all([anna, ben].map(sideOf))
  await show(ben, id)
  if (state === 'paired') await show(anna, id)
  const pairing = [id, state, language, ...sides.map((side) => JSON.stringify(side)), 0, Date.now()]
  await crashMatchmakerWith([
    ['DELETE FROM waiting WHERE member IN (?, ?)', anna.id, ben.id],
    ...(state === 'reserving' ? sides.map((side) => rowOf(side, language)) : []),
    ['INSERT INTO pairings (id, state, language, one, other, repeats, at) VALUES (?, ?, ?, ?, ?, ?, ?)', ...pairing],
    ["INSERT OR REPLACE INTO alarms (name, at, started) VALUES ('openings', 1, 0)"],
  ])
  return { anna, ben, language, id }
}

function rowOf(side: Awaited<ReturnType<typeof sideOf>>, language: string) {
  const rest = { isFirst: false, languages: [language], topics: [], slot: null, past: [], profile: null }
  const entry = JSON.stringify({ ...side, ...rest })
  const values = [String(side.ticket), side.member, entry, Date.now()] as const
  return ['INSERT INTO waiting (ticket, member, entry, seen_at) VALUES (?, ?, ?, ?)', ...values] as const
}

const stateOf = async (member: TestMember) => (await seatBy(member).read()).state

describe('an encounter that two were shown before it has opened', () => {
  it('opens by itself after a crash of the matchmaker', async () => {
    const { anna, ben, language, id } = await unopened('paired')
    const opened = "SELECT 1 FROM pairings WHERE state = 'opened' AND language = ?"
    await eventually(async () => {
      await aRound()
      return (await inMatchmaker(opened, language)).length > 0
    }, 'its opening')
    const views = await Promise.all([anna, ben].map((member) => encounterOf(id).view(member.id)))
    expect(views.map((view) => view?.phase)).toEqual(['talking', 'talking'])
  })

  it('opens for the first of the two who comes to it, and for nobody else', async () => {
    const { anna, ben, id } = await unopened('paired')
    expect(await encounterOf(id).view((await createMember()).id)).toBeNull()
    expect((await encounterOf(id).view(ben.id))?.phase).toBe('talking')
    expect(await encounterOf(id).act(anna.id, { kind: 'leave' })).toMatchObject({ ok: true, view: { phase: 'ended' } })
    await eventually(async () => (await stateOf(ben)) === 'free', 'the end')
  })
})

describe('an encounter that only one was shown when the matchmaker crashed', () => {
  it('opens for the one, and the other is paired with it', async () => {
    const { anna, ben, id } = await unopened('reserving')
    expect((await encounterOf(id).view(ben.id))?.phase).toBe('talking')
    await eventually(async () => (await stateOf(anna)) === 'paired', 'hers')
  })

  it('does not open when one has blocked the other since: both wait on', async () => {
    const { anna, ben, language, id } = await unopened('reserving')
    await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: Date.now() })
    expect(await encounterOf(id).view(ben.id)).toBeNull()
    expect(await Promise.all([anna, ben].map(stateOf))).toEqual(['waiting', 'waiting'])
    expect(await inMatchmaker('SELECT 1 FROM pairings WHERE language = ?', language)).toEqual([])
  })
})

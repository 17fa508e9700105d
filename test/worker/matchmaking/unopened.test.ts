import { describe, expect, it } from 'vitest'
import { encounterOf, newEncounterId } from '#test/support/worker/encounter.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { crashHub, inHub } from '#test/support/worker/objects.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { aRound, crashMatchmaker, inMatchmaker, newLanguage, seatBy, start, wishFor } from '#test/support/worker/waiting.ts'

async function sideOf({ id: member }: TestMember) {
  const [seat] = await inHub(member, 'SELECT ticket FROM seat')
  return { ticket: seat?.['ticket'], member, token: `token-${member}`, since: Date.now() }
}

/** Two who were shown an encounter that has not opened, as the matchmaker's crash may leave them. */
async function shown(): Promise<{ anna: TestMember; ben: TestMember; language: string; id: string }> {
  const [language, id] = [newLanguage(), newEncounterId('anonymous')]
  const [anna, ben] = [await createMember(), await createMember()]
  for (const member of [anna, ben]) await start(member, wishFor(member === anna ? language : newLanguage()))
  const sides = await Promise.all([anna, ben].map(sideOf))
  for (const { id: member } of [anna, ben]) {
    await inHub(member, "UPDATE seat SET state = 'paired', phase = 'talking', encounter = ?", id)
    await inHub(member, 'UPDATE seat SET request = ?', JSON.stringify(wishFor(language)))
    await crashHub(member)
  }
  await inMatchmaker(language, 'DELETE FROM waiting')
  const values = [id, 'paired', ...sides.map((side) => JSON.stringify(side)), 0, Date.now()]
  await inMatchmaker(language, 'INSERT INTO pairings (id, state, one, other, repeats, at) VALUES (?, ?, ?, ?, ?, ?)', ...values)
  await inMatchmaker(language, "INSERT OR REPLACE INTO alarms (name, at, started) VALUES ('openings', 0, 0)")
  await crashMatchmaker(language)
  return { anna, ben, language, id }
}

describe('an encounter that two were shown before it has opened', () => {
  it('opens by itself after a crash of the matchmaker', async () => {
    const { anna, ben, language, id } = await shown()
    await aRound(language)
    const opened = "SELECT 1 FROM pairings WHERE state = 'opened'"
    await eventually(async () => (await inMatchmaker(language, opened)).length > 0, 'its opening')
    const views = await Promise.all([anna, ben].map((member) => encounterOf(id).view(member.id)))
    expect(views.map((view) => view?.phase)).toEqual(['talking', 'talking'])
  })

  it('opens for the first of the two who comes to it, and for nobody else', async () => {
    const { anna, ben, id } = await shown()
    expect(await encounterOf(id).view((await createMember()).id)).toBeNull()
    expect((await encounterOf(id).view(ben.id))?.phase).toBe('talking')
    expect(await encounterOf(id).act(anna.id, { kind: 'leave' })).toMatchObject({ ok: true, view: { phase: 'ended' } })
    await eventually(async () => (await seatBy(ben).read()).state === 'free', 'the end')
  })
})

import { expect, it } from 'vitest'
import { encounterOf, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember } from '#test/support/worker/members.ts'

it('the aliases and seeds of two encounters of the same pair have nothing in common', async () => {
  const [anna, ben] = [await createMember(), await createMember()]
  const sessions = []
  for (let n = 0; n < 5; n++) {
    const { id } = await pairUp('anonymous', [anna.id, ben.id])
    const { self, partner } = await viewBy(id, anna.id)
    await encounterOf(id).act(ben.id, { kind: 'leave' })
    sessions.push([id, self.user_id, self.seed, partner.user_id, partner.seed])
  }
  const all = sessions.flat()
  expect(new Set(all).size).toBe(all.length)
  for (const { id } of [anna, ben]) expect(all.join()).not.toContain(id)
})

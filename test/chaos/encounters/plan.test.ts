import { expect, it } from 'vitest'
import { makeEncounterPlan } from './plan.ts'

const options = { seed: 3, clients: 10, seconds: 20 }
const { members, memberOf, steps } = makeEncounterPlan(options)

it('is the same for the same seed, and another one for another', () => {
  expect(makeEncounterPlan(options)).toEqual({ members, memberOf, steps })
  expect(makeEncounterPlan({ ...options, seed: 4 }).steps).not.toEqual(steps)
})

it('has members with two devices, and nobody who blocks themself', () => {
  expect(new Set(memberOf).size).toBe(members)
  expect(memberOf.length).toBeGreaterThan(members)
  const blocks = steps.filter((step) => step.kind === 'block')
  expect(blocks.length).toBeGreaterThan(0)
  for (const { client, member } of blocks) expect(memberOf[client]).not.toBe(member)
})

it('crashes every kind of object', () => {
  const kinds = new Set(steps.map(({ kind }) => kind))
  expect([...kinds]).toEqual(expect.arrayContaining(['crashHub', 'crashEncounter', 'crashMatchmaker']))
})

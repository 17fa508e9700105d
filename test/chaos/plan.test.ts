import { expect, it } from 'vitest'
import { makePlan } from './plan.ts'

const options = { seed: 3, clients: 10, seconds: 20 }

it('the same seed makes the same plan, another seed another one', () => {
  expect(makePlan(options)).toEqual(makePlan(options))
  expect(makePlan({ ...options, seed: 4 }).steps).not.toEqual(makePlan(options).steps)
})

it('a client whose session has ended neither types nor is disturbed any more', () => {
  const { steps, browserOf } = makePlan(options)
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'signOut') continue
    const later = steps.slice(index + 1).filter((each) => 'client' in each && browserOf[each.client] === step.browser)
    expect(later).toEqual([])
  }
})

it('every member talks in four conversations, with four others', () => {
  const { members, conversations } = makePlan(options)
  for (let member = 0; member < members; member++) {
    const partners = conversations.filter((pair) => pair.includes(member)).flatMap((pair) => pair.filter((one) => one !== member))
    expect(new Set(partners).size).toBe(4)
  }
})

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

it('in a conversation that has ended nobody does anything any more, and no frame of its members comes late', () => {
  const { steps, conversations, memberOf } = makePlan(options)
  const endings = steps.filter((step) => step.kind === 'end')
  expect(new Set(endings.map(({ by }) => by))).toEqual(new Set(['unmatch', 'block']))
  for (const { conversation, atMs } of endings) {
    const later = steps.filter((step) => step.atMs > atMs)
    expect(later.filter((step) => 'conversation' in step && 'client' in step && step.conversation === conversation)).toEqual([])
    const slow = later.filter((step) => step.kind === 'delay' || step.kind === 'throttle' || step.kind === 'blackHole')
    expect(slow.filter(({ client }) => conversations[conversation]?.includes(memberOf[client] ?? -1))).toEqual([])
  }
})

it('every member talks in four conversations, with four others', () => {
  const { members, conversations } = makePlan(options)
  for (let member = 0; member < members; member++) {
    const partners = conversations.filter((pair) => pair.includes(member)).flatMap((pair) => pair.filter((one) => one !== member))
    expect(new Set(partners).size).toBe(4)
  }
})

import { describe, expect, it } from 'vitest'
import { opsActions, postPreviewActions } from '#features/ops/contract.ts'
import { keysOf } from '#shared/records.ts'
import { allowedPairs, isOpenTo, mayAct, mayActOn, staffActs, type StaffAct, type Subject } from './staff-acts.ts'

const acts = keysOf(staffActs)
const actions = { ...opsActions, ...postPreviewActions }
/** The steps of the second factor: everybody's own. */
const steps = [
  'showHome',
  'confirmPassword',
  'enrol',
  'confirm',
  'takeCode',
  'lock',
  'askPasskey',
  'takePasskey',
  'askEnrolment',
  'enrolOwnPasskey',
  'removeOwnPasskey',
  'showPasskeys',
]
const isRead = (act: StaffAct) => actions[act].method === 'GET' || act === 'search' || act === 'showTyped'
const changes = acts.filter((act) => !isRead(act))
const people: readonly Subject[] = ['member', 'moderator', 'operator', 'oneself']

describe('the rule of acts', () => {
  it('has every action of the operators’ pages, and no other', () => {
    expect(acts.toSorted()).toEqual(keysOf(actions).filter((name) => !steps.includes(name)).toSorted()) // prettier-ignore
  })

  it.each(changes)('lets nobody %s about themselves, but ask the provider', (act) => {
    const own = ['moderator', 'operator'].filter((role) => mayAct(act, role === 'operator' ? 'operator' : 'moderator', 'oneself'))
    expect(own).toEqual(act === 'settleOrder' ? ['operator'] : [])
  })

  it.each(changes)('lets a moderator %s about members alone, and nothing about the site', (act) => {
    expect([...people, 'site' as const].filter((subject) => mayAct(act, 'moderator', subject) && subject !== 'member')).toEqual(
      [],
    )
  })

  it.each(acts)('lets an operator do all that a moderator may: %s', (act) => {
    for (const subject of [...people, 'site' as const])
      if (mayAct(act, 'moderator', subject)) expect(mayAct(act, 'operator', subject), subject).toBe(true)
  })

  it('leaves members, appeals, reports, photos, verification and messages to moderators, and the rest to operators', () => {
    expect(changes.filter((act) => isOpenTo(act, 'moderator')).toSorted()).toEqual(
      [
        'decideAboutAppeal',
        'decideAboutMessage',
        'decideAboutPhoto',
        'decideAboutReport',
        'decideAboutVerification',
        'lift',
        'restrict',
      ].toSorted(),
    )
  })

  it('takes an account that is gone for a member’s, and knows who acts', () => {
    const [moderator, operator] = [{ id: 'a', role: 'moderator' } as const, { id: 'b', role: 'operator' } as const]
    expect(mayActOn('lift', moderator, { id: 'c', role: null })).toBe(true)
    expect(mayActOn('lift', moderator, { id: 'b', role: 'operator' })).toBe(false)
    expect(mayActOn('lift', operator, { id: 'a', role: 'moderator' })).toBe(true)
    expect(mayActOn('lift', operator, operator)).toBe(false)
    expect(allowedPairs('lift')).toEqual(['moderator member', 'operator member', 'operator moderator', 'operator operator'])
  })
})

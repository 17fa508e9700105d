import { expect, test } from 'vitest'
import type { PersonCardView } from '#features/nearby/contract.ts'
import { viewsInSight } from './use-more-people.ts'

const person = (id: string): PersonCardView => ({
  id,
  firstName: id,
  age: 30,
  avatar: null,
  band: 5,
  answer: null,
  about: null,
  online: false,
  intent: null,
  shared: [],
  languages: [],
  match: null,
  verified: false,
  isPremium: false,
  isBoosted: false,
  likesMe: false,
  likedThing: null,
  isFavourite: false,
  reasons: { points: { common: 0, distance: 0, activity: 0, completeness: 0 }, activity: 'earlier', sameIntent: false },
})
const first = { people: ['anna', 'ben'].map(person), boostViews: 'first' }
const ahead = { people: ['cleo', 'dora'].map(person), boostViews: 'ahead' }
const without = (...answered: string[]) => viewsInSight([first, ahead], ({ id }) => !answered.includes(id))

test('boosts of a page that was fetched ahead gain their views when its first person is seen, not before', () => {
  expect(without()).toBe('first')
  expect(without('anna')).toBe('first')
  expect(without('anna', 'ben')).toBe('ahead')
  // An undo brings back a person who was listed earlier.
  expect(without('anna')).toBe('first')
})

test('once no person is left, and on a page without boosts, there is nothing to report', () => {
  expect(without('anna', 'ben', 'cleo', 'dora')).toBeNull()
  expect(viewsInSight([{ ...first, boostViews: null }, ahead], () => true)).toBeNull()
})

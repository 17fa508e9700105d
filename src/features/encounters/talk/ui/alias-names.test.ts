import { expect, it } from 'vitest'
import { locales } from '#shared/i18n/locales.ts'
import { textsOf } from '#test/support/browser/texts.ts'
import { nameAliases, readNames } from './alias-names.ts'

const names = ['Kite', 'Lemon', 'Maple']
const one = { user_id: 'bbbb', seed: '00000001' }
const other = { user_id: 'aaaa', seed: '00000002' }

it('gives both sides the same names, whoever is asked first', () => {
  const given = nameAliases(names, [one, other])
  expect([given.get(one.user_id), given.get(other.user_id)]).toEqual(['Lemon', 'Maple'])
  expect(nameAliases(names, [other, one])).toEqual(given)
})

it('never gives two people the same name, and changes the same one on both sides', () => {
  const twin = { ...other, seed: one.seed }
  const given = nameAliases(names, [one, twin])
  expect([given.get(twin.user_id), given.get(one.user_id)]).toEqual(['Lemon', 'Maple'])
  expect(nameAliases(names, [twin, one])).toEqual(given)
})

it('has as many different names in every language, so that a seed is the same name in all of them', () => {
  const lists = locales.map(({ code }) => readNames(textsOf(code).t('encounters.names')))
  expect(new Set(lists.map(({ length }) => length))).toEqual(new Set([48]))
  for (const list of lists) expect(new Set(list).size).toBe(list.length)
})

import { expect, test } from 'vitest'
import { isFromProgram, paragraphsOf } from './rules.ts'

test('each line of an answer is a paragraph of its e-mail; empty lines are none', () => {
  expect(paragraphsOf('Hello Nora,\n\n please try again. \n  \nBest, Mo')).toEqual([
    'Hello Nora,',
    'please try again.',
    'Best, Mo',
  ])
})

test.each([
  ['', false],
  [' \t', false],
  ['https://buy.example', true],
])('the hidden field with %o gives a program away: %o', (trap, isProgram) => {
  expect(isFromProgram(trap)).toBe(isProgram)
})

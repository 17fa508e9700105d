import { describe, expect, test } from 'vitest'
import { lengthOf, startOf } from '#shared/text/cut.ts'
import { firstNameInput, firstNameLength } from '#shared/text/first-name.ts'
import * as v from 'valibot'
import { composedLength, fitLimit, unitLimit } from './length-limit.ts'

/** What a browser keeps of a text that is pasted into an empty field. */
function pasted(text: string, most: number, count = composedLength): string {
  const control = { value: '', maxLength: most }
  fitLimit(control, text, most, count)
  return text.slice(0, control.maxLength)
}

describe('a field takes as many characters as the server', () => {
  test.each([
    ['plain', 'a'],
    ['of two units', '𐐀'],
    ['decomposed', 'e\u0301'],
    ['decomposed twice', 'e\u0302\u0301'],
    ['decomposed Hangul', '\u1112\u1161\u11ab'],
  ])('%s', (_, character) => {
    const name = character.repeat(firstNameLength)
    expect(pasted(name, firstNameLength)).toBe(name)
    expect(v.is(firstNameInput, name)).toBe(true)
    expect(unitLimit(firstNameLength, name, composedLength)).toBe(name.length)
  })

  test('and no more of what is typed after them', () => {
    const full = { value: '𐐀'.repeat(40), maxLength: 40 }
    fitLimit(full, '', 40, composedLength)
    expect(full.maxLength).toBe(full.value.length)
    expect(pasted('a'.repeat(50), 40)).toBe('a'.repeat(40))
  })

  test('of a text area without composing them, because the server keeps them as they are', () => {
    expect(unitLimit(10, 'e\u0301🙂', lengthOf)).toBe(11)
    expect(pasted('🙂'.repeat(10), 10, lengthOf)).toBe(startOf('🙂'.repeat(10), 10))
  })
})

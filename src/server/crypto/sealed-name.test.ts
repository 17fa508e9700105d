import { describe, expect, test } from 'vitest'
import { openName, sealName } from './sealed-name.ts'

const [key, other] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)]

describe('a sealed name', () => {
  test('opens to its text with its key alone, also after a rotation', () => {
    for (const text of ['', 'm-k9Gnzuj0-1-0', 'é'.repeat(20), 'x'.repeat(64)]) {
      const name = sealName(key, 'members', text)
      expect(name).toMatch(/^[\w-]+$/)
      expect(openName([key], name)).toBe(text)
      expect(openName([other, key], name)).toBe(text)
      expect(openName([other], name)).toBeNull()
    }
  })

  test('is always the same in one context, and another in another', () => {
    const names = ['members', 'public-1', 'public-2'].map((context) => sealName(key, context, 'f-1'))
    expect(new Set(names).size).toBe(3)
    expect(sealName(key, 'members', 'f-1')).toBe(names[0])
    // Nothing in common: no three characters at one place.
    const [a = '', b = ''] = names
    expect([...a].some((_, at) => a.slice(at, at + 3) === b.slice(at, at + 3) && at < a.length - 2)).toBe(false)
  })

  test('shows neither beginning nor length: texts that begin alike have names without a common beginning, as long as each other', () => {
    const names = ['m-k9Gnzuj0-1-0', 'm-k9Gnzuj0-1-1', 'k9Gnzuj0-1-1', 'x'.repeat(32)].map((text) =>
      sealName(key, 'members', text),
    )
    expect(new Set(names.map((name) => name.length)).size).toBe(1)
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
  })

  test('opens to nothing where a character was changed, cut or added', () => {
    const name = sealName(key, 'members', 'f-1')
    for (const at of name.split('').keys()) {
      const changed = name.slice(0, at) + (name[at] === 'A' ? 'B' : 'A') + name.slice(at + 1)
      expect(openName([key], changed), String(at)).toBeNull()
    }
    for (const bad of ['', 'f-1', name.slice(1), name.slice(0, -3), `${name}A`, `${name}${name}`, '../'.repeat(30)])
      expect(openName([key], bad), bad).toBeNull()
  })
})

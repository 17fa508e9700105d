import { expect, test } from 'vitest'
import { withoutPropertyLiterals } from './worker-patterns.ts'

test('a pattern with a Unicode property is made by the constructor, with the same source and flags', () => {
  const code = String.raw`const [word, rest] = [/^\p{L}[\p{L}'’\/\\ -]*$/u, /\P{Lu}"/giu]
const icon = /[\p{Emoji}--\p{ASCII}]/v`
  const made = withoutPropertyLiterals(code, 'patterns.ts')
  expect(made).not.toMatch(/= \[?\//)
  const patternsOf = (text: string) => new Function(`${text}; return [word, rest, icon].map(String)`)()
  expect(patternsOf(made)).toEqual(patternsOf(code))
})

test('other patterns, strings and comments stay as they are, in components too', () => {
  const code = String.raw`// /\p{L}/u
const Name = ({ name }: { name: string }) => <b title="/\p{L}/u">{name.replace(/\d+ \/ /g, '\\p{L}')}</b>`
  expect(withoutPropertyLiterals(code, 'name.tsx')).toBe(code)
})

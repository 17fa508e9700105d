import { expect, it } from 'vitest'
import { escapeXml } from './escape-xml.ts'

it('escapes the five characters that XML means something by', () => {
  expect(escapeXml(`Tom & "Ann" <3 it's`)).toBe('Tom &amp; &quot;Ann&quot; &lt;3 it&apos;s')
})

it('leaves out what XML cannot hold, and keeps every alphabet, lines and tabs', () => {
  expect(escapeXml('a\u0000b\u000bc\uffffd')).toBe('abcd')
  expect(escapeXml('Привіт,\n\tżółw 🧵')).toBe('Привіт,\n\tżółw 🧵')
})

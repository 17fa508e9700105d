import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fontkit from 'fontkit'
import { expect, test } from 'vitest'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { locales } from '#shared/i18n/locales.ts'
import { fontPreloads } from '#ui/fonts.ts'

/** Signs that stand in pages beside their messages. */
const beside = '©·×'
/** No font of ours draws them: spaces and joiners that the typesetting adds. */
const drawnByNone = new Set(['\n', '\u202f', '\u2060'])

const textsOf = (code: string) => globSync(`locales/${code}/*.json`).map((file) => readFileSync(file, 'utf8'))

function lettersOf(file: string): Set<string> {
  const font = fontkit.create(readFileSync(join('.', file)))
  if (!('characterSet' in font)) throw new Error(`${file} is a collection of fonts`)
  return new Set(font.characterSet.map((code) => String.fromCodePoint(code)))
}

/** Characters that a browser expects in a file before it has it: the face's unicode-range. */
function rangeOf(file: string): (character: string) => boolean {
  const [name] = /[\w-]+\.woff2/.exec(file) ?? []
  const [, range = ''] = new RegExp(`/${name}[^;]*;\\s+unicode-range:([^;]+);`).exec(faces) ?? []
  const parts = range.split(',').map((part) =>
    part
      .trim()
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16)),
  )
  return (character) => parts.some(([first = 0, last = first]) => first <= ord(character) && ord(character) <= last)
}
const faces = readFileSync('src/ui/fonts.css', 'utf8')
const ord = (character: string) => character.codePointAt(0) ?? 0

test.each(locales)('while the fonts of $code are on their way, its pages ask for no others', ({ code, lang }) => {
  const written = [...new Set(textsOf(code).join('')).union(drawnByNone)].filter((character) => character !== '\n')
  for (const family of ['onest', 'literata']) {
    const ranges = fontPreloads(lang)
      .filter((file) => file.includes(family))
      .map(rangeOf)
    expect(
      written.filter((character) => !ranges.some((has) => has(character))),
      family,
    ).toEqual([])
  }
})

test.each(locales)('what is written in $code needs no font file but those that its pages preload', ({ code, lang }) => {
  const written = new Set([...textsOf(code), localeNames[code].nativeName, beside].join('')).difference(drawnByNone)
  for (const family of ['onest', 'literata']) {
    const files = fontPreloads(lang).filter((file) => file.includes(family))
    const letters = files.reduce((all, file) => all.union(lettersOf(file)), new Set<string>())
    expect([...written.difference(letters)], family).toEqual([])
  }
})

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { failureTexts } from '#objects/member-hub/rules.ts'
import { errorCodes } from '#shared/errors.ts'
import { socketErrors } from '#shared/realtime/wire.ts'
import { readTexts } from '../scripts/locales/messages.ts'

/** The rows of spec §8 in its order, the first in its two cases, and the sentence below them. */
const situations = [
  'Route validation fails',
  'No route matches',
  'Unknown route rule',
  'Chunk load failure',
  'Auth fetch failure',
  'Sign-in response without string token',
  'Locale load failure',
  'Join failure',
  'Leave failure',
  'Socket failure',
  'Audio failure',
  'Unreadable stored notifyID',
  'Unknown sound choice',
  'Wrong integrity tag on decrypt',
  'Missing icon',
  'Pixel absent',
  'Runtime error',
]

type Link = { title: string; path: string }
type Row = { name: string; cells: string[]; source: Link | null; test: Link | null }

const page = readFileSync('docs/errors.md', 'utf8')

/** The rows of the table below a heading: name, texts, where it is raised unless the table does not say so, and its test. */
function rowsOf(heading: string): Row[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) => {
    const cells = line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim())
    const links = cells.map(toLink)
    return {
      name: cells[0]?.replaceAll('`', '') ?? '',
      cells,
      source: links.find((link) => link?.path.startsWith('src/')) ?? null,
      test: links.at(-1) ?? null,
    }
  })
}

function toLink(cell: string): Link | null {
  const [, title = '', path = ''] = /^\[(.+)\]\(\.\.\/(.+)\)$/.exec(cell) ?? []
  return title === '' ? null : { title, path }
}

const specified = rowsOf('The catalogue of the specification')
const coded = rowsOf('Codes of answers')
const connected = rowsOf('Codes on a connection')

/** Tests and sources by their path. */
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

test('every situation of the specification has its row', () => {
  expect(specified.map(({ name }) => name)).toEqual(situations)
})

test('every code of an answer has its row, with the words that people read', () => {
  expect(coded.map(({ name }) => name)).toEqual([...errorCodes])
  const english = readTexts('en')
  for (const { name, cells } of coded) expect(cells[3], name).toBe(english.get(`common.error.${name}`)?.[0])
})

test('every code on a connection has its row, with its text', () => {
  expect(connected.map(({ name, cells }) => [name, cells[1]])).toEqual(Object.entries(failureTexts))
})

describe('a row', () => {
  const rows = [...specified, ...coded, ...connected]

  test.each(rows)('names a test that is there and provokes it: $name', ({ name, test: provoking }) => {
    const { title = '', path = '' } = provoking ?? {}
    // A unit test would show the rule, not that anybody meets the error.
    expect(path).toMatch(/^test\/(worker\/.+\.test|e2e\/.+\.spec)\.ts$/)
    const text = read(path)
    expect(
      ['"', "'", '`'].some((quote) => text.includes(quote + title + quote)),
      title,
    ).toBe(true)
    if (!situations.includes(name)) expect(text.includes(name), `${path} speaks of ${name}`).toBe(true)
  })

  test.each([...specified, ...coded])('names a file that raises it: $name', ({ source }) =>
    expect(source && existsSync(source.path)).toBe(true),
  )
})

test.each(coded)('the file that raises $name has its code and its status', ({ name, cells, source }) => {
  const text = read(source?.path ?? '')
  expect(text).toContain(`'${name}'`)
  for (const status of (cells[1] ?? '').split(', ').slice(0, 1)) expect(text).toMatch(new RegExp(`\\b${status}\\b`))
})

test('the words of a situation are those of the code, and its test expects them', () => {
  const words = (name: string) => specified.find((row) => row.name === name)?.cells[1] ?? ''
  expect(words('Join failure')).toContain(socketErrors.join('{channel}'))
  expect(words('Leave failure')).toContain(socketErrors.leave('{channel}'))
  const broken = specified
    .filter(({ name }) => !/Join|Leave/.test(name))
    .flatMap(({ cells, test: provoking }) =>
      [...(cells[1] ?? '').matchAll(/‘([^’{…]+)/g)]
        .map(([, quoted = '']) => quoted.trim())
        .filter((quoted) => !read(provoking?.path ?? '').includes(quoted)),
    )
  expect(broken).toEqual([])
})

import { describe, expect, it } from 'vitest'
import type { Recording } from './chance.ts'
import { canariesIn, differencesBetween, linksIn, sizesBetween } from './judge.ts'
import type { Lane } from './record.ts'

const session = (line: string): Recording => ({ texts: [line], read: [], answers: [] })

/** Sessions with one line over the socket each. */
const lane = (...lines: string[]): Lane => ({
  before: session('anneliese-herself'),
  annas: lines.map(session),
  bens: [],
  canaries: ['secret-of-ben'],
  own: ['anneliese-herself'],
})
const id = (letter: string) => letter.repeat(22)

describe('two runs', () => {
  it('are the same where only ids and times differ, in the same order', () => {
    const [one, other] = ['a', 'b'].map((letter) => [lane(`${id(letter)} 1795463393900`, `${id(letter.toUpperCase())}`)])
    expect(differencesBetween(one ?? [], other ?? [])).toEqual([])
    expect(sizesBetween(one ?? [], other ?? [])).toEqual([])
  })

  it('differ where one of them names the same id again', () => {
    expect(differencesBetween([lane(id('a'), id('a'))], [lane(id('b'), id('c'))])).toHaveLength(1)
  })

  it('differ by a word, by what is missing and by what has come besides', () => {
    expect(differencesBetween([lane('Bo')], [lane('Max')])).toHaveLength(1)
    expect(differencesBetween([lane('Bo', 'Bo')], [lane('Bo')])).toHaveLength(1)
    const longer = { ...lane(), annas: [{ texts: ['Bo', 'Bo'], read: [], answers: [] }] }
    expect(differencesBetween([lane('Bo')], [longer])).toHaveLength(1)
  })

  it('differ in size where something random has another length', () => {
    expect(sizesBetween([lane('"cipher":"abcd"')], [lane('"cipher":"abcde"')])).toHaveLength(1)
    expect(differencesBetween([lane('"cipher":"abcd"')], [lane('"cipher":"abcde"')])).toEqual([])
  })
})

it('a canary is found on the side of either', () => {
  expect(canariesIn([lane('all is quiet')])).toEqual([])
  expect(canariesIn([lane('the secret-of-ben')])).toEqual(['secret-of-ben'])
  expect(canariesIn([{ ...lane(), bens: lane('anneliese-herself').annas }])).toEqual(['anneliese-herself'])
})

it('a link is what two sessions have in common and others have not', () => {
  expect(linksIn([lane('always mark-1 anneliese-herself', 'always mark-1 anneliese-herself')], [lane('always')])).toEqual([
    'mark-1',
  ])
  expect(linksIn([lane('always mark-1', 'always mark-2')], [lane('always')])).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { chooseOpenings, findSentence, type Material } from './rules.ts'

const nothing: Material = { shared: [], theirs: [], answers: [], about: '' }

describe('openings', () => {
  it('are one of an interest, one of an answer and one of the other’s words', () => {
    const openings = chooseOpenings({
      shared: ['tea', 'yoga'],
      theirs: ['wine'],
      answers: [{ question: 1, mine: 0, theirs: 0 }],
      about: 'I draw maps. Have you ever been lost on purpose?',
    })
    expect(openings).toEqual([
      { kind: 'shared', interest: 'tea' },
      { kind: 'sameAnswer', question: 1, mine: 0, theirs: 0 },
      { kind: 'asked', sentence: 'Have you ever been lost on purpose?' },
    ])
  })

  it('make up with a second of the one for a lack of the other, and are none where nothing was answered', () => {
    expect(chooseOpenings({ ...nothing, shared: ['tea', 'yoga', 'wine'], theirs: ['cats'] })).toEqual([
      { kind: 'shared', interest: 'tea' },
      { kind: 'alsoShared', interest: 'yoga' },
      { kind: 'curious', interest: 'cats' },
    ])
    expect(chooseOpenings(nothing)).toEqual([])
  })

  it('prefer a question that both answered alike, and pass over children, faith and money', () => {
    const answers = [
      { question: 2, mine: 0, theirs: 0 },
      { question: 13, mine: 1, theirs: 1 },
      { question: 23, mine: 0, theirs: 2 },
      { question: 38, mine: 1, theirs: 1 },
    ]
    expect(chooseOpenings({ ...nothing, answers })).toEqual([
      { kind: 'sameAnswer', question: 38, mine: 1, theirs: 1 },
      { kind: 'otherAnswer', question: 23, mine: 0, theirs: 2 },
    ])
  })
})

describe('the sentence to quote', () => {
  it('is a question before any other, in any script', () => {
    expect(findSentence('Проєктую сади на дахах. А який твій улюблений дах?')).toBe('А який твій улюблений дах?')
    expect(findSentence('Walks, maps and bread.\nSecond line here.')).toBe('Walks, maps and bread.')
  })

  it('is neither a stub, nor a wall of words, nor an address or a number', () => {
    expect(findSentence('Hi. Yes!')).toBeNull()
    expect(findSentence(`${'word '.repeat(60)}.`)).toBeNull()
    expect(findSentence('Write to me@example.test please.')).toBeNull()
    expect(findSentence('Call me on 0301234567 tonight.')).toBeNull()
  })
})

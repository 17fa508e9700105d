import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

describe('the sentences of a text', () => {
  it('end with their marks, or with the line', () => {
    expect(sentencesOf('I bake bread on Sundays. Ask me about sourdough!\n\nStill learning Czech… slowly')).toEqual([
      'I bake bread on Sundays.',
      'Ask me about sourdough!',
      'Still learning Czech… slowly',
    ])
    expect(sentencesOf('„Wo ist der Kuchen?“ Das frage ich jeden Tag. Öfter')).toEqual([
      '„Wo ist der Kuchen?“',
      'Das frage ich jeden Tag. Öfter',
    ])
  })

  it('are not cut at a number or an abbreviation', () => {
    for (const text of ['I run 3.5 km before breakfast, e.g. along the canal.', 'Ich mag z. B. lange Zugfahrten.'])
      expect(sentencesOf(text)).toEqual([text])
  })

  it('are those of people who write without capitals, too', () => {
    expect(sentencesOf('i like long trains. you probably do as well.')).toHaveLength(2)
  })

  it('are none in an empty text', () => {
    expect([sentencesOf(''), sentencesOf(' \n ')]).toEqual([[], []])
  })

  it('are the whole text in its order, and each is its own only sentence', () => {
    const piece = fc.constantFrom(
      'a',
      'Bread',
      'z. B.',
      'кава',
      '3.5',
      '!',
      '?',
      '…',
      '.',
      ' ',
      '\n',
      '“',
      ')',
      '🙂',
      'ich mag Züge.',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join(' ')
        const sentences = sentencesOf(text)
        expect(sentences.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        for (const sentence of sentences) {
          expect(sentence.trim()).toBe(sentence)
          expect(sentencesOf(sentence)).toEqual([sentence])
        }
      }),
    )
  })
})

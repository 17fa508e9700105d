import { describe, expect, it } from 'vitest'
import { findSentence, openingLength, rankOpenings, takeOpenings, type Material } from './rules.ts'

const nothing: Material = { shared: [], theirs: [], answers: [], about: '' }

describe('openings', () => {
  it('are one of an interest, one of an answer and one of the other’s words', () => {
    const openings = rankOpenings({
      shared: ['tea', 'yoga'],
      theirs: ['wine'],
      answers: [{ question: 1, mine: 0, theirs: 0 }],
      about: 'I draw maps. Have you ever been lost on purpose?',
    })
    expect(openings).toEqual([
      { kind: 'shared', interest: 'tea' },
      { kind: 'sameAnswer', question: 1, mine: 0, theirs: 0 },
      { kind: 'asked', sentence: 'Have you ever been lost on purpose?' },
      { kind: 'alsoShared', interest: 'yoga' },
      { kind: 'curious', interest: 'wine' },
    ])
  })

  it('are two, short and whole, without a quotation in a quotation', () => {
    const said = (text: string, ...parts: string[]) => ({ text, parts })
    const long = 'word '.repeat(openingLength / 5 + 1)
    expect(takeOpenings([said(long), said('one', 'tea'), said('two', 'Don’t ask'), said('three')])).toEqual(['one', 'two'])
    expect(takeOpenings([said('one', '„Major Tom“, of course'), said('two', 'the ‘best’ one'), said('three')])).toEqual(['three'])
    expect(takeOpenings([said(`${long} more`), said(long)]), 'none is short enough').toEqual([long])
    expect(takeOpenings([])).toEqual([])
  })

  it('make up with a second of the one for a lack of the other, and are none where nothing was answered', () => {
    expect(rankOpenings({ ...nothing, shared: ['tea', 'yoga', 'wine'], theirs: ['cats'] })).toEqual([
      { kind: 'shared', interest: 'tea' },
      { kind: 'alsoShared', interest: 'yoga' },
      { kind: 'curious', interest: 'cats' },
    ])
    expect(rankOpenings(nothing)).toEqual([])
  })

  it('prefer a question that both answered alike, and pass over children, faith and money', () => {
    const answers = [
      { question: 2, mine: 0, theirs: 0 },
      { question: 13, mine: 1, theirs: 1 },
      { question: 23, mine: 0, theirs: 2 },
      { question: 38, mine: 1, theirs: 1 },
    ]
    expect(rankOpenings({ ...nothing, answers })).toEqual([
      { kind: 'sameAnswer', question: 38, mine: 1, theirs: 1 },
      { kind: 'otherAnswer', question: 23, mine: 0, theirs: 2 },
    ])
  })
})

describe('the sentence to quote', () => {
  it('is a question before any other, in any script', () => {
    expect(findSentence('Проєктую сади на дахах. А який твій улюблений дах?')).toBe('А який твій улюблений дах?')
    expect(findSentence('أحب الشاي والكتب. هل تحب السفر بالقطار؟')).toBe('هل تحب السفر بالقطار؟')
    expect(findSentence('山を歩くのが大好きです。あなたの好きな山はどこですか？')).toBe('あなたの好きな山はどこですか？')
    expect(findSentence('Μου αρέσει το βουνό. Ποιο βουνό αγαπάς εσύ;')).toBe('Ποιο βουνό αγαπάς εσύ;')
    expect(findSentence('Μου αρέσει το βουνό. Ποιο βουνό αγαπάς εσύ\u037e')).toBe('Ποιο βουνό αγαπάς εσύ\u037e')
    expect(findSentence('Μου αρέσει το βουνό.\n«Ποιο βουνό αγαπάς;» 🙂')).toBe('«Ποιο βουνό αγαπάς;» 🙂')
    expect(findSentence('I draw maps of it.\n¿Te gusta el mar?!')).toBe('¿Te gusta el mar?!')
    expect(findSentence('Ես սիրում եմ լեռները։\nԻսկ դու ի՞նչ ես սիրում')).toBe('Ես սիրում եմ լեռները։')
    expect(findSentence('I like maps and tea;\nand long walks at night.')).toBe('I like maps and tea;')
    expect(findSentence('Walks, maps and bread.\nSecond line here.')).toBe('Walks, maps and bread.')
  })

  it('is asked or written, whatever the sign', () => {
    for (const about of [
      'هل تحب السفر بالقطار؟',
      'あなたの好きな山はどこですか？',
      'Ποιο βουνό αγαπάς εσύ;',
      'Ποιο βουνό αγαπάς εσύ\u037e',
    ])
      expect(rankOpenings({ ...nothing, about }), about).toEqual([{ kind: 'asked', sentence: about }])
    for (const about of ['I like maps and tea;', 'أحب الشاي والكتب؛'])
      expect(rankOpenings({ ...nothing, about }), about).toEqual([{ kind: 'wrote', sentence: about }])
  })

  it('is neither a stub, nor a wall of words, nor an address or a number', () => {
    expect(findSentence('Hi. Yes!')).toBeNull()
    expect(findSentence(`${'word '.repeat(60)}.`)).toBeNull()
    expect(findSentence('Write to me@example.test please.')).toBeNull()
    expect(findSentence('Call me on 0301234567 tonight.')).toBeNull()
  })
})

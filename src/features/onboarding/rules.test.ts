import { describe, expect, it } from 'vitest'
import type { ProfileField } from '#features/profile/contract.ts'
import { parseAvatar } from '#shared/avatar.ts'
import { firstMissing, nextStep, portraitPage, portraitsOf, stepToShow } from './rules.ts'

const nothing = { avatar: null, cellX: null, intent: null }
const portrait = { ...nothing, avatar: 'notionists:a' }
const place = { ...portrait, cellX: 0 }
const everything = { ...place, intent: 'dating' }
const told = (...fields: (ProfileField | 'promptAnswers')[]) => new Set(fields)

describe('the order of the steps', () => {
  it('asks for portrait, place and intent before anything else', () => {
    expect([nothing, portrait, place, everything].map(firstMissing)).toEqual(['portrait', 'place', 'intent', null])
  })

  it('opens at the first step that is missing', () => {
    expect([nothing, portrait, place, everything].map((progress) => stepToShow(null, progress, told()))).toEqual([
      'portrait',
      'place',
      'intent',
      'answers',
    ])
  })

  it('goes on behind the steps that have any answer, and at the last when all have', () => {
    expect(stepToShow(null, everything, told('intent', 'body', 'languages'))).toBe('habits')
    expect(stepToShow(null, everything, told('heightCm', 'smoking', 'promptAnswers'))).toBe('life')
    expect(stepToShow(null, everything, told('languages', 'body', 'drinking', 'kids', 'religion', 'interests'))).toBe('about')
  })

  it('lets a member go back to a finished step, never ahead of an unfinished one', () => {
    expect(stepToShow('portrait', place, told())).toBe('portrait')
    expect(stepToShow('intent', place, told())).toBe('intent')
    expect(stepToShow('about', place, told())).toBe('intent')
    expect(stepToShow('intent', nothing, told())).toBe('portrait')
  })

  it('takes an unknown step for none', () => {
    expect(stepToShow('__proto__', portrait, told())).toBe('place')
  })

  it('leads from each step to the next and ends after about', () => {
    expect(nextStep('portrait')).toBe('place')
    expect(nextStep('intent')).toBe('answers')
    expect(nextStep('about')).toBeNull()
  })
})

describe('the offered portraits', () => {
  const seedOf = (page: number, index: number) => `Ab-_${page}x${index}`

  it('are twelve different drawings that the avatar route can draw', () => {
    const offered = portraitsOf('woman', 3, seedOf)
    expect(new Set(offered).size).toBe(12)
    expect(offered.every((avatar) => parseAvatar(avatar) !== null)).toBe(true)
  })

  it('differ from page to page and stay the same on one', () => {
    expect(portraitsOf('nonbinary', 1, seedOf)).toEqual(portraitsOf('nonbinary', 1, seedOf))
    expect(portraitsOf('nonbinary', 1, seedOf)).not.toEqual(portraitsOf('nonbinary', 2, seedOf))
  })

  it('fall back to the first page when the address was edited', () => {
    expect([null, '', '0', '-1', '1e9', '99999', 'x', '7'].map(portraitPage)).toEqual([1, 1, 1, 1, 1, 1, 1, 7])
  })
})

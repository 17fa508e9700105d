import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keysOf } from '#shared/records.ts'
import {
  choices,
  defaultVisibility,
  interests,
  profileFields,
  profileLimits,
  spokenLanguages,
  visibilities,
  type Relation,
} from './contract.ts'
import {
  ageOn,
  commonGround,
  completenessOf,
  genderMask,
  gendersOf,
  isActivityStale,
  isOnline,
  languageMask,
  languagesOf,
  partForm,
  shownCompleteness,
  spokenBy,
  toAnswers,
  visibleFields,
} from './rules.ts'
import { prompts } from './prompts.ts'
import { toPromptAnswers } from './server/prompt-answers.ts'
import texts from '#locales/en/profile.json'

describe('age', () => {
  test('turns on the birthday, not the day before', () => {
    expect(ageOn('1995-11-20', '2026-11-19')).toBe(30)
    expect(ageOn('1995-11-20', '2026-11-20')).toBe(31)
  })

  test('of someone born on 29 February turns on 1 March in common years', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
    expect(ageOn('2008-02-29', '2028-02-29')).toBe(20)
  })
})

describe('gender masks', () => {
  test('hold each gender once and give it back', () => {
    expect(genderMask(['woman', 'nonbinary', 'woman'])).toBe(5)
    expect(gendersOf(5)).toEqual(['woman', 'nonbinary'])
  })

  test('count nothing for what is no gender of the list', () => {
    expect(genderMask(['robot'])).toBe(0)
  })
})

describe('languages', () => {
  test('are compared as bits, unknown ones left out', () => {
    expect(languagesOf(languageMask(['de', 'xx', 'en']))).toEqual(['en', 'de'])
    expect(languageMask(['uk', 'de']) & languageMask(['fr', 'de'])).toBe(languageMask(['de']))
    expect(languageMask(['xx'])).toBe(0)
    expect(languagesOf(languageMask(spokenLanguages))).toEqual(spokenLanguages)
  })

  test('of somebody without any are that of the page', () => {
    expect(spokenBy([], 'uk')).toEqual(['uk'])
    expect(spokenBy(['de', 'fr'], 'uk')).toEqual(['de', 'fr'])
  })
})

describe('completeness', () => {
  const full = {
    avatar: 'notionists:a',
    intent: 'dating',
    about: 'x'.repeat(200),
    interests: ['art', 'books', 'tea', 'yoga', 'wine'],
    languages: ['en'],
    heightCm: 170,
  }

  test('is 100 with everything and 0 with nothing', () => {
    expect(completenessOf(full)).toBe(100)
    expect(completenessOf({ avatar: null, intent: null, about: ' ', interests: [], languages: [], heightCm: null })).toBe(0)
  })

  test('counts half a text as half', () => {
    expect(completenessOf({ ...full, about: 'x'.repeat(60) })).toBe(88)
  })

  test('does not count interests that the list no longer knows', () => {
    expect(completenessOf({ ...full, interests: ['quidditch'] })).toBe(80)
  })
})

describe('common ground', () => {
  test('is what both share over all that either has, the intent counting as one', () => {
    const ground = commonGround(
      { interests: ['art', 'books', 'tea'], intent: 'dating' },
      { interests: ['tea', 'art', 'yoga'], intent: 'dating' },
    )
    expect(ground).toEqual({ share: 3 / 5, interests: ['art', 'tea'], intent: 'dating' })
  })

  test('two different intents both enlarge the union', () => {
    expect(commonGround({ interests: ['art'], intent: 'dating' }, { interests: ['art'], intent: 'marriage' }).share).toBe(1 / 3)
  })

  test('of two silent profiles is nothing, not everything', () => {
    expect(commonGround({ interests: [], intent: null }, { interests: [], intent: null })).toEqual({
      share: 0,
      interests: [],
      intent: null,
    })
  })

  test('leaves out what the lists no longer know', () => {
    expect(commonGround({ interests: ['quidditch'], intent: null }, { interests: ['quidditch'], intent: null }).share).toBe(0)
  })
})

test('every interest has its text, and more are offered than may be chosen', () => {
  expect(Object.keys(texts.interest).sort()).toEqual([...interests].sort())
  expect(interests.length).toBeGreaterThan(profileLimits.interests)
})

const told = {
  about: 'x'.repeat(200),
  aboutLanguage: 'uk',
  intent: 'dating',
  interests: ['art', 'books', 'tea', 'yoga', 'wine'],
  languages: ['en'],
  heightCm: 170,
  body: 'curvy',
  drinking: 'rarely',
  smoking: 'never',
  education: 'master',
  kids: 'open',
  politics: 'green',
  religion: 'sikh',
  orientation: 'gay',
}

describe('the last activity', () => {
  const noon = Date.UTC(2026, 10, 20, 12)

  test('is noted every four minutes, before the dot goes out, and once a day of who hides it', () => {
    expect(isActivityStale({ activeAt: noon - 240_000, showsOnline: true }, noon)).toBe(true)
    expect(isActivityStale({ activeAt: noon - 239_999, showsOnline: true }, noon)).toBe(false)
    expect(isOnline({ activeAt: noon - 240_000, showsOnline: true }, noon)).toBe(true)
    const midnight = Date.UTC(2026, 10, 20)
    expect(isActivityStale({ activeAt: midnight, showsOnline: false }, noon)).toBe(false)
    expect(isActivityStale({ activeAt: midnight - 1, showsOnline: false }, noon + 86_400_000)).toBe(true)
  })
})

describe('what a viewer may see', () => {
  test('is everything for the member, whatever was chosen', () => {
    const visibility = Object.fromEntries(profileFields.map((field) => [field, 'me']))
    expect(visibleFields({ ...told, visibility }, 'self')).toMatchObject(told)
  })

  test('follows the defaults until something is chosen', () => {
    const shown = visibleFields({ ...told, visibility: {} }, 'stranger')
    expect(shown).toMatchObject({ about: told.about, kids: null, politics: null, religion: null, orientation: null })
    expect(visibleFields({ ...told, visibility: {} }, 'match')).toMatchObject({ kids: 'open', politics: null })
    expect(Object.keys(defaultVisibility).sort()).toEqual([...profileFields].sort())
  })

  test('is nothing of a field whose visibility no list knows', () => {
    expect(visibleFields({ about: 'secret', visibility: { about: 'friends' } }, 'match').about).toBe('')
  })

  test('is not made of fields that the row does not have', () => {
    expect(visibleFields({ intent: 'dating', visibility: { intent: 'me' } }, 'stranger')).toEqual({
      intent: null,
      visibility: { intent: 'me' },
    })
  })

  test('hides the language of a text with the text', () => {
    const shown = (about: string, relation: Relation) => visibleFields({ ...told, visibility: { about } }, relation).aboutLanguage
    expect([shown('everyone', 'stranger'), shown('matches', 'stranger'), shown('me', 'match')]).toEqual(['uk', null, null])
    expect(visibleFields({ aboutLanguage: 'uk', visibility: { about: 'me' } }, 'stranger').aboutLanguage).toBeNull()
  })

  test('has of the answers to prompts those that this relation sees, in their order', () => {
    const answer = fc.record({
      prompt: fc.constantFrom(...prompts),
      text: fc.string(),
      language: fc.constantFrom(null, ...spokenLanguages),
      see: fc.constantFrom(...visibilities, 'friends', ''),
    })
    fc.assert(
      fc.property(fc.array(answer), fc.constantFrom<Relation>('self', 'match', 'stranger'), (promptAnswers, relation) => {
        const sees = {
          self: () => true,
          match: (see: string) => see === 'everyone' || see === 'matches',
          stranger: (see: string) => see === 'everyone',
        }
        const shown = visibleFields({ promptAnswers, visibility: {} }, relation).promptAnswers
        expect(shown).toEqual(promptAnswers.filter(({ see }) => sees[relation](see)))
      }),
    )
  })

  test('leaves the profile itself as it was', () => {
    const profile = { ...told, visibility: { about: 'me' } }
    visibleFields(profile, 'stranger')
    expect(profile.about).toBe(told.about)
  })
})

test('completeness that ranks counts a hidden answer like none', () => {
  const profile = { ...told, avatar: 'notionists:a' }
  expect(shownCompleteness({ ...profile, visibility: {} })).toBe(100)
  expect(shownCompleteness({ ...profile, visibility: { about: 'matches', heightCm: 'me' } })).toBe(
    shownCompleteness({ ...profile, about: '', heightCm: null, visibility: {} }),
  )
})

test('answers to prompts that the list no longer knows are left out, unknown languages are not said', () => {
  const stored = [
    { prompt: 'shoe-size', text: 'Nine', language: 'en', see: 'everyone' },
    { prompt: 'ask-me', text: 'Tea', language: 'tlh', see: 'friends' },
  ]
  const questionOf = (prompt: string) => prompts.find((known) => known === prompt) ?? null
  expect(toPromptAnswers(stored, { questionOf })).toEqual([{ prompt: 'ask-me', text: 'Tea', language: null, see: 'me' }])
})

test('the language of a text is saved with it, and left alone by a form that has none', () => {
  expect(partForm({ about: 'Hi', aboutLanguage: null }, ['about']).answers).toEqual({ about: 'Hi', aboutLanguage: null })
  expect(partForm({ about: 'Hi' }, ['about']).answers).toEqual({ about: 'Hi' })
  expect(partForm({ about: '', aboutLanguage: 'en' }, ['about']).answers, 'no text').toEqual({ about: '', aboutLanguage: null })
  expect(toAnswers({ ...told, about: '' }).aboutLanguage).toBeNull()
  expect(partForm({ interests: [], aboutLanguage: 'en' }, ['interests']).answers).toEqual({ interests: [] })
})

test('a form is parted into answers and who sees them', () => {
  const form = { about: 'Hi', 'see-about': 'me' as const, intent: 'open', heightCm: 170 }
  expect(partForm(form, ['about', 'intent'])).toEqual({ answers: { about: 'Hi', intent: 'open' }, visibility: { about: 'me' } })
})

test('keys that left their list are not shown', () => {
  expect(toAnswers({ ...told, body: 'round', languages: ['en', 'tlh'], intent: 'world' })).toMatchObject({
    body: null,
    languages: ['en'],
    intent: null,
    drinking: 'rarely',
  })
})

test('every key of every list has its text, and no text is without its key', () => {
  for (const field of keysOf(choices)) expect(Object.keys(texts[field]).sort()).toEqual([...choices[field]].sort())
  expect(Object.keys(texts.language).sort()).toEqual([...spokenLanguages].sort())
})

import { describe, expect, test } from 'vitest'
import { anchorOf, faqFacts, faqGroups } from './rules.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import english from '#locales/en/faq.json' with { type: 'json' }

const questions = faqGroups.flatMap((group) => group.questions)

describe('the questions', () => {
  test('are those of the messages, each in its group and in their order', () => {
    const written = Object.entries(english).flatMap(([group, texts]) =>
      typeof texts === 'string' || !('title' in texts) || 'contact' in texts
        ? []
        : Object.keys(texts).flatMap((key) => (key === 'title' ? [] : [`faq.${group}.${key}`])),
    )
    expect(questions).toEqual(written)
    expect(faqGroups.every(({ key, questions: own }) => own.every((question) => question.startsWith(`${key}.`)))).toBe(true)
  })

  test('and groups have an anchor each', () => {
    const anchors = [...faqGroups.map(({ key }) => key), ...questions].map(anchorOf)
    expect(new Set(anchors).size).toBe(anchors.length)
    // The layout has this id.
    expect(anchors).not.toContain('main')
  })

  test('are facts for search engines with the words of the page', () => {
    const translator = createTranslator('en', { faq: english }, { timeZone: 'UTC' })
    const facts = faqFacts(translator)
    expect(facts).toMatchObject({ '@type': 'FAQPage', inLanguage: 'en-GB' })
    expect(facts.mainEntity).toHaveLength(questions.length)
    expect(facts.mainEntity).toContainEqual({
      '@type': 'Question',
      name: english.money.delete.title,
      acceptedAnswer: { '@type': 'Answer', text: english.money.delete.text },
    })
  })
})

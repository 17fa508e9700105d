import { expect, test } from 'vitest'
import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { describeRow } from './describe-row.ts'

const saved: Parameters<typeof describeRow>[1] = {
  basics: { firstName: 'Anna', gender: 'woman', birthDate: { isFixed: true, text: '3 February 1990' } },
  age: 36,
  place: { saved: null, hasCell: true, search: null },
  promptAnswers: [{ prompt: 'night-train', text: 'To Odesa', language: null, see: 'everyone' }],
  seeks: { genders: ['woman', 'man', 'nonbinary'], ageMin: 30, ageMax: 45 },
  answers: {
    about: '',
    aboutLanguage: null,
    intent: 'relationship',
    interests: ['cycling', 'hiking', 'cooking'],
    languages: ['fr', 'de'],
    heightCm: null,
    body: null,
    drinking: null,
    smoking: null,
    education: null,
    kids: null,
    politics: null,
    religion: null,
    orientation: null,
  },
}

const rows = {
  en: ['Cycling, hiking and cooking', 'Women, men and non-binary people, 30–45 · A lasting relationship', 'French and German'],
  fr: [
    'Vélo, randonnée et cuisine',
    'Femmes, hommes et personnes non-binaires, 30–45 · Une relation durable',
    'français et allemand',
  ],
  de: [
    'Radfahren, Wandern und Kochen',
    'Frauen, Männer und nichtbinäre Menschen, 30–45 · Eine feste Beziehung',
    'Französisch und Deutsch',
  ],
} satisfies Partial<Record<LocaleCode, string[]>>

test.each(Object.entries(rows))(
  'a list of answers that stands alone has one capital where the language wants it, in %s',
  async (code, texts) => {
    const locale = code as keyof typeof rows
    const translator = createTranslator(locale, await loadMessages(locale, ['profile']), { timeZone: 'UTC' })
    const described = (['interests', 'seeking', 'languages'] as const).map((row) => describeRow(row, saved, translator))
    expect(described).toEqual(texts)
  },
)

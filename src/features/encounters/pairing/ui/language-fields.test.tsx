import { renderToString } from 'react-dom/server'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import encounters from '#locales/en/encounters.json' with { type: 'json' }
import { talkLanguages } from '#features/encounters/contract.ts'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { FoldedLanguages, LanguageFields } from './language-fields.tsx'

const translator = createTranslator('en', { encounters }, { timeZone: 'UTC' })
const untouched = { values: {}, fields: {} }

/** The page's own HTML, as browsers without scripts use it. */
const draw = (fields: ReactNode) => renderToString(<I18nProvider value={translator}>{fields}</I18nProvider>)
const selectsIn = (html: string) => html.split('<select').slice(1)
const selectedIn = (html: string) => selectsIn(html).map((select) => /<option value="(\w*)" selected/.exec(select)?.[1] ?? '')

test('a choice is three fields of one name, the best language first, of which two may stay open', () => {
  const html = draw(<LanguageFields chosen={['uk', 'de']} view={untouched} />)
  const selects = selectsIn(html)
  expect(selects.map((select) => select.includes('name="languages[]"'))).toEqual([true, true, true])
  expect(selectedIn(html)).toEqual(['uk', 'de', ''])
  expect(selects.map((select) => select.includes('<option value=""'))).toEqual([false, true, true])
  for (const select of selects) expect(select.match(/<option value="\w+"/g)).toHaveLength(talkLanguages.length)
})

test('a refused form comes back with what was sent, and the reason', () => {
  const view = { values: { languages: ['cs', '', 'ro'] }, fields: { languages: 'Choose other ones.' } }
  const html = draw(<FoldedLanguages chosen={['uk']} view={view} />)
  expect(selectedIn(html)).toEqual(['cs', '', 'ro'])
  expect(html).toContain('Choose other ones.')
  expect(html).toMatch(/^<details[^>]* open=""/)
})

test('folded, its summary names the choice', () => {
  const html = draw(<FoldedLanguages chosen={['fr', 'en']} view={untouched} />)
  expect(html).toMatch(/<summary>.*<strong>Français, English<\/strong>/)
  expect(html).not.toContain('open=""')
})

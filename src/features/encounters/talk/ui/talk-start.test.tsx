import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import encounters from '#locales/en/encounters.json' with { type: 'json' }
import type { EncounterView } from '#features/encounters/contract.ts'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { TalkStart } from './talk-start.tsx'

const translator = createTranslator('en', { encounters }, { timeZone: 'UTC' })
const view: EncounterView = {
  id: 'a-1',
  kind: 'anonymous',
  phase: 'talking',
  topics: [],
  language: 'fr',
  self: { user_id: 'own', seed: '00000001' },
  partner: { user_id: 'other', seed: '00000002' },
  until: null,
  openedAt: 0,
  endedAt: null,
  own: { accepted: false, revealed: false, extended: false, voted: null },
  isExtended: false,
  conversation: null,
}

const wordsFor = (shown: EncounterView) =>
  renderToString(
    <I18nProvider value={translator}>
      <TalkStart view={shown} />
    </I18nProvider>,
  ).replace(/<[^>]*>/g, ' ')

test('the beginning of a talk says in which language it is, by that language’s own name', () => {
  expect(wordsFor(view)).toContain(encounters.language.replace('{{language}}', 'Français'))
})

test('one that an earlier version has opened says nothing about it', () => {
  const [start = ''] = encounters.language.split('{{')
  expect(wordsFor({ ...view, language: null })).not.toContain(start.trim())
})

import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import encounters from '#locales/en/encounters.json' with { type: 'json' }
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { PageProvider } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { QueueFigures } from './queue-figures.tsx'

const translator = createTranslator('en', { encounters }, { timeZone: 'UTC' })
const now = Date.UTC(2030, 0, 1)
const page = {
  viewer: null,
  params: {},
  url: '/blind-dates',
  timeZone: 'UTC',
  now,
  config: { wssURL: '', textKey: '', saltLength: 0, pixelId: '', vapidKey: '', periodicRefresh: false },
  page: routes.blindDates.key,
  error: null,
  isFromElsewhere: false,
  flash: null,
}

/** The words of a wait that has lasted so long, in ms; `people`: of each language. */
const wordsAfter = (waitedMs: number, people: number | null, others: Readonly<Record<string, number | null>> = {}) =>
  renderToString(
    <PageProvider value={page}>
      <I18nProvider value={translator}>
        <QueueFigures
          figures={Object.entries({ de: people, ...others }).map(([language, each]) => ({
            language,
            people: each,
            medianWaitMs: null,
          }))}
          since={now - waitedMs}
        />
      </I18nProvider>
    </PageProvider>,
  ).replace(/<[^>]*>/g, '')

test('after a minute alone it says that there is nobody new, and not before', () => {
  expect(wordsAfter(59_999, null)).not.toContain(encounters.wait.nobodyNew)
  expect(wordsAfter(60_000, null)).toContain(encounters.wait.nobodyNew)
})

test('a few people are no number, and each language has its name', () => {
  expect(wordsAfter(0, null)).toBe(`Deutsch · ${encounters.wait.few}`)
  expect(wordsAfter(0, 5)).toContain('5')
})

test('languages of which the same is known share a line', () => {
  const words = wordsAfter(0, null, { fr: null, en: 7 })
  expect(words).toContain(`Deutsch, Français · ${encounters.wait.few}`)
  expect(words).toMatch(/English · 7/)
})

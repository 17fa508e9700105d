import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { Together } from './together.tsx'

test.each([
  ['en', 'You both like cycling and hiking.', 'You’re both looking for the same thing: a lasting relationship.'],
  ['fr', 'Vos goûts communs\u00a0: vélo et randonnée.', 'Vous cherchez la même chose\u00a0: une relation durable.'],
  ['uk', 'Вам обом до душі: велосипед і\u00a0походи.', 'Ви шукаєте одного й\u00a0того самого: «тривалі стосунки».'],
  ['de', 'Ihr mögt beide Radfahren und Wandern.', 'Ihr sucht beide dasselbe: eine feste Beziehung.'],
] as const)('what two share stands in a sentence as the language writes it, in %s', async (code, interests, intent) => {
  const translator = createTranslator(code, await loadMessages(code, ['profile']), { timeZone: 'UTC' })
  const markup = renderToStaticMarkup(
    <I18nProvider value={translator}>
      <Together together={{ interests: ['cycling', 'hiking'], intent: 'relationship' }} />
    </I18nProvider>,
  )
  expect([...markup.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text)).toEqual([interests, intent])
})

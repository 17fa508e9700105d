import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import encounters from '#locales/en/encounters.json' with { type: 'json' }
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { ConnectionLost } from './connection-lost.tsx'

const connection = vi.hoisted(() => ({ notice: null as 'reconnecting' | 'reconnected' | 'failed' | null }))
vi.mock('#shared/realtime/realtime.tsx', () => ({ useConnectionStatus: () => ({ state: 'opening', ...connection }) }))

const translator = createTranslator('en', { encounters }, { timeZone: 'UTC' })
const draw = () =>
  renderToString(
    <I18nProvider value={translator}>
      <ConnectionLost isShown />
    </I18nProvider>,
  )

test.each(['reconnecting', 'failed'] as const)('the note of a lost line takes the place of the other notices (%s)', (notice) => {
  connection.notice = notice
  expect(draw()).toContain(`<span data-notice="${notice}">`)
})

test.each([null, 'reconnected'] as const)('no note stands, and none is announced to others (%s)', (notice) => {
  connection.notice = notice
  expect(draw()).not.toContain('data-notice')
})

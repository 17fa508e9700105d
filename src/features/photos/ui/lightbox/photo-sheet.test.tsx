import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import common from '#locales/en/common.json' with { type: 'json' }
import photos from '#locales/en/photos.json' with { type: 'json' }
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { PhotoState } from '#features/photos/contract.ts'
import { PhotoSheet } from './photo-sheet.tsx'

const translator = createTranslator('en', { common, photos }, { timeZone: 'UTC' })

/** Whether the sheet of the second photo offers to make it the main one. */
function offersMain(state: PhotoState, isMain = false): boolean {
  const photo = { id: 'p2', address: '/photos/t/720.webp', state, reason: null, width: 720, height: 900 }
  const sheet = (
    <I18nProvider value={translator}>
      <PhotoSheet id="sheet" photo={photo} number={2} count={3} isMain={isMain} onSubmit={() => () => {}} />
    </I18nProvider>
  )
  return renderToString(sheet).includes('value="first"')
}

test('a photo can be made the main one, unless it is already or was refused', () => {
  expect({
    approved: offersMain('approved'),
    pending: offersMain('pending'),
    rejected: offersMain('rejected'),
    main: offersMain('approved', true),
  }).toEqual({ approved: true, pending: true, rejected: false, main: false })
})

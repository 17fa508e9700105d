import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import common from '#locales/en/common.json' with { type: 'json' }
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { PageFailure, readLoss } from './page-failure.tsx'

class Element {
  value = ''
  defaultValue = ''
  innerText = ''
  isContentEditable = false
  readonly as: string
  constructor(as: string, has: Partial<Element>) {
    this.as = as
    Object.assign(this, has)
  }
}
class Area extends Element {}
class Input extends Element {}

beforeEach(() => {
  vi.stubGlobal('HTMLTextAreaElement', Area)
  vi.stubGlobal('HTMLInputElement', Input)
})
afterEach(() => vi.unstubAllGlobals())

/** A page with these fields; a selector finds those that it names. */
function page(...fields: Element[]) {
  vi.stubGlobal('document', {
    querySelectorAll: (selector: string) => fields.filter(({ as }) => selector.includes(as)),
    querySelector: () => null,
  })
}

test('what was typed is handed back from fields of every kind, once each, and never a password', () => {
  page(
    new Area('textarea', { value: 'Dear Ben' }),
    new Input('[type=search]', { value: 'Ljubljana' }),
    new Input('[type=email]', { value: 'anna@demo.test' }),
    new Input('[type=password]', { value: 'secret' }),
    new Input('[type=text]', { value: 'as it came', defaultValue: 'as it came' }),
    new Input('[type=text]', { value: 'Dear Ben' }),
    new Element('[contenteditable]', { innerText: 'A line', isContentEditable: true }),
    new Element('[contenteditable]', { innerText: 'Not to be edited' }),
    new Area('textarea', { value: '  ' }),
  )
  expect(readLoss()).toEqual({ typed: ['Dear Ben', 'Ljubljana', 'anna@demo.test', 'A line'], hadFocus: false })
})

test('each text has a field of its own', () => {
  const translator = createTranslator('en', { common }, { timeZone: 'UTC' })
  const html = renderToString(
    <I18nProvider value={translator}>
      <PageFailure typed={['Dear Ben', 'Ljubljana']} hadFocus={false} />
    </I18nProvider>,
  )
  expect(html.match(/<textarea/g)).toHaveLength(2)
})

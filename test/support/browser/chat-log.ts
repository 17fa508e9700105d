import type { Page } from '@playwright/test'
import type { Translator } from '#shared/i18n/translator.ts'
import { expect } from './test.ts'

/** The messages of the open conversation. */
export const log = (page: Page) => page.getByRole('log')

/** Writes a message into the open conversation; resolves once the page has taken it, which keeps a first message for a moment. */
export async function writeMessage(page: Page, text: string, t: Translator['t']): Promise<void> {
  const field = page.locator('#message')
  await field.fill(text)
  await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
  await expect(field).toHaveValue('')
}

/** Every text occurs once in the open conversation, in this order. */
export async function expectOnceInOrder(page: Page, texts: readonly string[]): Promise<void> {
  await expect(log(page).getByText(texts.at(-1) ?? '')).toHaveCount(1)
  const shown = (await log(page).getByRole('listitem').allInnerTexts()).join('\n')
  expect(texts.map((text) => shown.split(text).length - 1)).toEqual(texts.map(() => 1))
  const places = texts.map((text) => shown.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}

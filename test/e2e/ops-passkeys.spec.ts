import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { addAuthenticator } from '../support/browser/authenticator.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')

/** The page fits both windows, and axe finds nothing in them. */
async function expectSound(page: Page): Promise<void> {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${size.width} px`).toBe(true)
    expect(await violationsOf(page), `${size.width} px`).toEqual([])
  }
}

test('a passkey is added, accepted by another operator, and opens the operators’ pages, at 390 and 1440 px', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await server.signInOperator(page.context())
  const authenticator = await addAuthenticator(page)
  await page.goto(href(routes.mainSettings, {}, { locale: 'en', query: { section: 'devices' } }))
  await page.getByRole('button', { name: t('settings.passkeys.add') }).click()
  await expect(page.getByText(t('settings.passkeys.added'))).toBeVisible()

  await page.goto('/ops')
  await page.getByRole('link', { name: 'Passkeys as second factor' }).click()
  await expect(page.getByText('It is not a second factor yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey as second factor' }).click()
  await expect(page.getByRole('status')).toContainText('once another operator has accepted it')
  await expect(page.getByText('It is waiting for another operator')).toBeVisible()
  expect(await authenticator.count()).toBe(1)
  await expectSound(page)

  const other = await (await browser.newContext({ baseURL: baseURL ?? server.url })).newPage()
  await server.signInOperator(other.context())
  await other.goto('/ops')
  await other.getByRole('button', { name: 'Accept the passkey' }).click()
  await expect(other.getByRole('status')).toContainText('The passkey is accepted.')
  await other.context().close()

  await page.getByRole('button', { name: 'Lock' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'locked' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeVisible()
  const open = page.getByRole('button', { name: 'Open with a passkey' })
  await expect(open).toBeVisible()
  await expectSound(page)
  await open.click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page of the passkeys explains itself and offers nothing that cannot be done', async ({ page, server }) => {
    await server.signInOperator(page.context())
    await page.goto('/ops/passkeys')
    await expect(page.getByRole('link', { name: 'your settings' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use a passkey as second factor' })).toHaveCount(0)
  })
})

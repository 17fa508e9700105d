import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { exportActions } from '#features/personal-data/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { checkedBy, entriesOf } from '../support/zip/readers.ts'

const privacyOf = (locale: LocaleCode) => href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } })

const sectionOf = (page: Page, locale: LocaleCode): Locator =>
  page.getByRole('region', { name: textsOf(locale).t('settings.export.title') })

/** Reloads until the queue has made the file. */
async function waitUntilReady(page: Page, locale: LocaleCode): Promise<void> {
  const { t } = textsOf(locale)
  await expect(async () => {
    await page.reload()
    await expect(sectionOf(page, locale).getByRole('link', { name: t('settings.export.download') })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

async function download(page: Page, locale: LocaleCode): Promise<string> {
  const { t } = textsOf(locale)
  const started = page.waitForEvent('download')
  await sectionOf(page, locale)
    .getByRole('link', { name: t('settings.export.download') })
    .click()
  const file = await started
  expect(file.suggestedFilename()).toMatch(/^kismet-\d{4}-\d\d-\d\d\.zip$/)
  return file.path()
}

/** The page fits both windows, and axe finds nothing in them. */
async function expectSound(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`).toBe(true)
    expect(await violationsOf(page), `${width} px`).toEqual([])
  }
}

for (const locale of ['uk', 'de'] as const) {
  test(`a member asks for their data, downloads it and reads it, in ${locale} at 390 and 1440 px`, async ({
    page,
    server,
    context,
  }) => {
    const { t } = textsOf(locale)
    const member = await server.addMember('<b>Robin</b>', locale)
    await server.signIn(context, member.id)
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(privacyOf(locale))
    const section = sectionOf(page, locale)
    await section.getByRole('button', { name: t('settings.export.ask') }).click()
    await expect(section.getByText(t('settings.export.preparing'))).toBeVisible()
    await expect(section.getByRole('button', { name: t('settings.export.ask') })).toHaveCount(0)
    await waitUntilReady(page, locale)
    await expect(section.getByText(t('settings.export.tomorrow'))).toBeVisible()
    await expectSound(page)

    const path = await download(page, locale)
    expect((await entriesOf(path)).map(([name]) => name)).toEqual(
      expect.arrayContaining(['index.html', 'README.txt', 'data/members.json', 'data/messages.json']),
    )
    expect(checkedBy(path), 'install unzip or Python 3').not.toEqual([])

    // Read offline, as a file of the member's machine.
    const folder = join(dirname(path), `export-${locale}`)
    execFileSync('python3', ['-m', 'zipfile', '-e', path, folder])
    const offline = await context.newPage()
    await offline.goto(`file://${folder}/index.html`)
    await expect(offline.getByRole('heading', { level: 1, name: t('export.title') })).toBeVisible()
    await expect(offline.getByText('<b>Robin</b>').first()).toBeVisible()
    expect(await offline.evaluate(() => getComputedStyle(document.body).maxWidth)).not.toBe('none')
    await expectSound(offline)
  })
}

test('without a recent confirmation the password comes first, for asking and for downloading', async ({ page, server }) => {
  const { t } = textsOf('en')
  const member = await server.addMember('Robin')
  await server.signIn(page.context(), member.id)
  await server.ageConfirmation(member.id)
  await page.goto(privacyOf('en'))
  const section = sectionOf(page, 'en')
  await expect(section.getByRole('button', { name: t('settings.export.ask') })).toHaveCount(0)
  await section.getByLabel(t('settings.linked.password'), { exact: true }).fill('kismet-demo-1')
  await section.getByRole('button', { name: t('settings.linked.confirm') }).click()
  await section.getByRole('button', { name: t('settings.export.ask') }).click()
  await expect(section.getByText(t('settings.export.preparing'))).toBeVisible()
  await waitUntilReady(page, 'en')
  // A page that stood open for long: its link leads to the confirmation.
  const address = await section.getByRole('link', { name: t('settings.export.download') }).getAttribute('href')
  await server.ageConfirmation(member.id)
  await page.goto(address ?? exportActions.state.path)
  await expect(page).toHaveURL(privacyOf('en'))
  await expect(section.getByLabel(t('settings.linked.password'), { exact: true })).toBeVisible()
  await expect(section.getByRole('link', { name: t('settings.export.download') })).toHaveCount(0)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a member confirms, asks for their data and downloads it, in uk', async ({ page, server }) => {
    const locale = 'uk'
    const { t } = textsOf(locale)
    const member = await server.addMember('Robin', locale)
    await server.signIn(page.context(), member.id)
    await server.ageConfirmation(member.id)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(privacyOf(locale))
    const section = sectionOf(page, locale)
    await section.getByLabel(t('settings.linked.password'), { exact: true }).fill('kismet-demo-1')
    await section.getByRole('button', { name: t('settings.linked.confirm') }).click()
    await section.getByRole('button', { name: t('settings.export.ask') }).click()
    await expect(page).toHaveURL(privacyOf(locale))
    await waitUntilReady(page, locale)
    const path = await download(page, locale)
    expect((await entriesOf(path)).length).toBeGreaterThan(40)
    expect(checkedBy(path), 'install unzip or Python 3').not.toEqual([])
  })
})

import { visitActions } from '#features/visits/contract.ts'
import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { meet } from '../support/browser/demo.ts'
import { startOtherSite } from '../support/browser/other-site.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')
const visitorsPage = href(routes.visitors, {}, { locale: 'en' })
const nearbyPage = href(routes.peopleNearby, {}, { locale: 'en' })
const profilePath = ({ id }: { id: string }) => href(routes.profileInfo, { id }, { locale: 'en' })

const arrive = async (page: Page, address: string, target: string, name: string) => {
  await page.goto(address)
  await page.getByRole('link', { name: 'go' }).click()
  await expect(page).toHaveURL(target)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

const expectNobody = async (page: Page) => {
  await page.goto(visitorsPage)
  await expect(page.getByRole('heading', { name: t('visitors.title'), level: 1 })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
}

for (const [index, script] of (['on', 'off'] as const).entries())
  test(`a link on another site shows a profile and makes no visit, with JavaScript ${script}`, async ({ browser, server }) => {
    const { page, otherPage, one, other } = await meet(browser, [81, 29][index] ?? 81, { javaScriptEnabled: script === 'on' })
    const site = await startOtherSite()
    const [target, address] = [profilePath(other), site.linkTo(server.url + profilePath(other))]
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    const told: string[] = []
    page.on('request', (request) => new URL(request.url()).pathname === visitActions.leave.path && told.push(request.url()))
    const isShown = async () => {
      await expect(page).toHaveURL(target)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(other.firstName)
      if (script === 'on') await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    }
    try {
      await arrive(page, address, target, other.firstName)
      await isShown()
      await page.reload()
      await isShown()
      // Navigates there and back, as a script of that site could.
      await page.goBack()
      await expect(page).toHaveTitle('Elsewhere')
      await page.goForward()
      await isShown()
      // All reports of the page are sent before it is left for one of ours.
      await page.getByRole('link', { name: t('profile.back') }).click()
      await expect(page).toHaveURL(nearbyPage)
      await expect(page.getByRole('heading', { name: t('people.title') })).toBeVisible()
      expect(told).toEqual([])
      await expectNobody(otherPage)
      expect(problems).toEqual([])

      await page.goto(target)
      await expect(async () => {
        await otherPage.goto(visitorsPage)
        await expect(otherPage.getByRole('article').filter({ hasText: one.firstName })).toHaveCount(1, { timeout: 1000 })
      }).toPass()
    } finally {
      await site.close()
    }
  })

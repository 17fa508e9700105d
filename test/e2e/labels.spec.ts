import type { Page } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { consentStep } from '#features/legal/contract.ts'
import { href } from '#shared/routing/href.ts'
import { locales } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { openConsentStep, signIn } from '../support/browser/demo.ts'
import { findMisfits } from '../support/browser/labels.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })

async function misfitsOf(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  for (const width of [390, 360, 320])
    for (const misfit of await findMisfits(page, width)) found.push(`${path} at ${width} px, ${misfit}`)
  return found
}

/** Goes to another page within the document, as a link does; it is there afterwards. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (address) => void (await window.navigation?.navigate(address).finished), path)
  await expect(page).toHaveURL(path)
}

for (const { code: locale } of locales) {
  test(`from 320 px every label can be read, and large text leaves the bar its names, in ${locale}`, async ({ page, server }) => {
    const { t } = textsOf(locale)
    const found: string[] = []
    for (const route of [routes.home, routes.signIn, routes.signUp]) {
      const path = href(route, {}, { locale })
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      found.push(...(await misfitsOf(page, path)))
    }
    await openConsentStep(page, server, locale)
    found.push(...(await misfitsOf(page, consentStep)))
    await signIn(page, 'anna@demo.test')
    const first = href(routes.peopleNearby, {}, { locale, query: { ageMax: 45 } })
    await page.goto(first, { waitUntil: 'domcontentloaded' })
    await hydrated(page)
    found.push(...(await misfitsOf(page, first)))
    for (const path of [
      href(routes.profileInfo, { id: demoId('ben@demo.test') }, { locale }),
      href(routes.likes, {}, { locale }),
      href(routes.messages, {}, { locale }),
      href(routes.profileSettings, {}, { locale }),
      href(routes.mainSettings, {}, { locale }),
      href(routes.quiz, {}, { locale }),
      href(routes.profile, {}, { locale }),
    ]) {
      await follow(page, path)
      found.push(...(await misfitsOf(page, path)))
    }
    expect(found).toEqual([])
    await test.step('in a grid of cards the first reason is seen whole', async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto(href(routes.peopleNearby, {}, { locale }), { waitUntil: 'domcontentloaded' })
      const reasons = page.getByRole('main').getByRole('list', { name: t('people.shared'), exact: true })
      await expect(reasons.first()).toBeVisible()
      const cut = await reasons.evaluateAll((lists) =>
        lists.flatMap((list) => {
          const tag = list.querySelector('li > span')
          if (!tag) return []
          const isWhole =
            tag.scrollWidth <= tag.clientWidth && tag.getBoundingClientRect().right <= list.getBoundingClientRect().right + 0.5
          return isWhole ? [] : [tag.textContent]
        }),
      )
      expect(cut).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
    })

    const bar = page.getByRole('navigation', { name: t('common.nav.label') })
    const shown = bar.getByText(t('common.nav.messages'), { exact: true })
    await expect.poll(async () => (await shown.boundingBox())?.width).toBeGreaterThan(20)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    for (const width of [390, 320]) expect(await findMisfits(page, width, 'header nav a')).toEqual([])
    await expect.poll(async () => (await shown.boundingBox())?.width).toBeLessThan(2)
    for (const key of ['people', 'likes', 'favourites', 'visitors', 'messages'] as const)
      await expect(bar.getByRole('link', { name: t(`common.nav.${key}`) })).toHaveCount(1)
  })
}

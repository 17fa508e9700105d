import type { Page } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { showConsentStep, signInOwing } from '../support/browser/demo.ts'
import { findMisfits } from '../support/browser/labels.ts'
import { follow, hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })

async function misfitsOf(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  for (const width of [390, 360, 320])
    for (const misfit of await findMisfits(page, width)) found.push(`${path} at ${width} px, ${misfit}`)
  return found
}

/** Where a press opens something, or a name is long; each is gone to within the document, as a link does. */
const members = (locale: LocaleCode) => [
  href(routes.profileInfo, { id: demoId('ben@demo.test') }, { locale }),
  href(routes.likes, {}, { locale }),
  href(routes.messages, {}, { locale }),
  href(routes.profileSettings, {}, { locale }),
  href(routes.mainSettings, {}, { locale }),
  href(routes.quiz, {}, { locale }),
  href(routes.profile, {}, { locale }),
]

/** Languages follow each other in one browser, which keeps what it has loaded; several tests, because a test has its time. */
const groups = (size: number) =>
  Array.from({ length: Math.ceil(locales.length / size) }, (_, at) =>
    locales.slice(at * size, (at + 1) * size).map(({ code }) => code),
  )

for (const group of groups(4))
  test(`from 320 px every label of the pages for guests, and of the step for consents, can be read in ${group.join(', ')}`, async ({
    page,
    server,
  }) => {
    test.slow()
    const found: string[] = []
    for (const locale of group)
      for (const route of [routes.home, routes.signIn, routes.signUp]) {
        const path = href(route, {}, { locale })
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        await expect(page).toHaveURL(path)
        found.push(...(await misfitsOf(page, path)))
      }
    await signInOwing(page, server)
    for (const locale of group) {
      await showConsentStep(page, locale)
      found.push(...(await misfitsOf(page, `the step for consents in ${locale}`)))
    }
    expect(found).toEqual([])
  })

for (const group of groups(3))
  test(`from 320 px every label of a member’s pages can be read, and large text leaves the bar its names, in ${group.join(', ')}`, async ({
    page,
    server,
  }) => {
    test.slow()
    await server.signIn(page.context(), demoId('anna@demo.test'))
    const found: string[] = []
    for (const locale of group) {
      const { t } = textsOf(locale)
      const first = href(routes.peopleNearby, {}, { locale, query: { ageMax: 45 } })
      await page.goto(first, { waitUntil: 'domcontentloaded' })
      await hydrated(page)
      found.push(...(await misfitsOf(page, first)))
      await expectWholeReasons(page, t('people.shared'))
      for (const path of members(locale)) {
        await follow(page, path)
        found.push(...(await misfitsOf(page, path)))
      }
      await expectNamesOfBar(page, locale)
    }
    expect(found).toEqual([])
  })

/** In a grid of cards the first reason is seen whole. */
async function expectWholeReasons(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 })
  const reasons = page.getByRole('main').getByRole('list', { name, exact: true })
  await expect(reasons.first()).toBeVisible()
  // A page follows its window's size after a moment.
  await expect(async () => {
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
  }).toPass({ timeout: 10_000 })
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Large text takes the names from the bar's links, not from who hears them. */
async function expectNamesOfBar(page: Page, locale: LocaleCode): Promise<void> {
  const { t } = textsOf(locale)
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole('navigation', { name: t('common.nav.label') })
  const shown = bar.getByText(t('common.nav.messages'), { exact: true })
  await expect.poll(async () => (await shown.boundingBox())?.width).toBeGreaterThan(20)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  for (const width of [390, 320]) expect(await findMisfits(page, width, 'header nav a')).toEqual([])
  await expect.poll(async () => (await shown.boundingBox())?.width).toBeLessThan(2)
  for (const key of ['people', 'likes', 'dates', 'messages', 'profile'] as const)
    await expect(bar.getByRole('link', { name: t(`common.nav.${key}`) })).toHaveCount(1)
}

import type { Page } from '@playwright/test'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoId } from '#seed/demo/random.ts'
import { consentStep } from '#features/legal/contract.ts'
import { steps } from '#features/onboarding/contract.ts'
import type { SettingsSection } from '#features/settings/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { openConsentStep, signIn } from '../support/browser/demo.ts'
import { answerWhatIsAsked } from '../support/browser/newcomer.ts'
import { follow, guestPages, hydrated, memberPages } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const sections = [
  'account',
  'devices',
  'notifications',
  'privacy',
  'look',
  'help',
  'legal',
  'latest',
] as const satisfies SettingsSection[]
const annaWithBen = demoConversationId(demoId('anna@demo.test'), demoId('ben@demo.test'))

/**
 * Doubles the text, as people with low vision do, and unfolds everything. Returns how far the page scrolls sideways, and
 * the controls out of reach.
 */
async function measureLargeText(page: Page) {
  return page.evaluate(async () => {
    document.documentElement.style.fontSize = '200%'
    for (const details of document.querySelectorAll('details')) details.open = true
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { scrollWidth, clientWidth } = document.documentElement
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (right > clientWidth + 1 || left < -1)
    }
    // Content that scrolls within its own row is in reach.
    const isInRow = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) ||
      (element.parentElement !== null && isInRow(element.parentElement))
    const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary')]
    return {
      overflow: scrollWidth - clientWidth,
      out: controls
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isOut(element) && !isInRow(element))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent),
    }
  })
}

async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(path)
  expect.soft(await measureLargeText(page), path).toEqual({ overflow: 0, out: [] })
}

async function expectMemberFits(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  expect.soft(await measureLargeText(page), path).toEqual({ overflow: 0, out: [] })
}

/** As `expectMemberFits`, gone to within the document, whose text stays large. */
async function expectNextFits(page: Page, path: string): Promise<void> {
  await follow(page, path)
  expect.soft(await measureLargeText(page), path).toEqual({ overflow: 0, out: [] })
}

/** Pairs of a page's header that lie on each other, and headings that are not to be seen. */
const measureHeader = (page: Page) =>
  page.evaluate(async () => {
    document.documentElement.style.fontSize = '200%'
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const shown = [...document.querySelectorAll('header a, header button')].filter((element) => element.checkVisibility())
    const overlap = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
    const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent
    const boxes = shown.map((element) => [nameOf(element), element.getBoundingClientRect()] as const)
    const pairs = boxes.flatMap(([name, box], index) =>
      boxes.slice(index + 1).flatMap(([other, otherBox]) => (overlap(box, otherBox) ? [`${name} on ${other}`] : [])),
    )
    const gone = [...document.querySelectorAll('h1:not(.visually-hidden)')].filter((heading) => heading.clientWidth < 40)
    return [...pairs, ...gone.map(nameOf)]
  })

// The languages with the longest words; English fits wherever they do.
for (const locale of ['uk', 'de'] as const) {
  const { t } = textsOf(locale)

  test(`pages for guests fit 390 px with text at 200 %, in ${locale}`, async ({ page }) => {
    for (const path of guestPages(locale)) await expectFits(page, path)
  })

  test(`pages of members fit 390 px with text at 200 %, their frame stays in reach, no two targets of the header lie on each other, and pages keep their titles, in ${locale === 'de' ? 'de and en' : locale}`, async ({
    page,
  }) => {
    await signIn(page, 'anna@demo.test')
    const [first = '', ...others] = memberPages(locale)
    await expectMemberFits(page, first)
    expect.soft(await measureHeader(page), first).toEqual([])
    for (const path of others) {
      // Each page is hydrated as a document in one of the languages.
      await (locale === 'uk' ? expectMemberFits : expectNextFits)(page, path)
      if (path === href(routes.likes, {}, { locale })) expect.soft(await measureHeader(page), path).toEqual([])
    }
    if (locale !== 'de') return
    for (const route of [routes.peopleNearby, routes.likes]) {
      const path = href(route, {}, { locale: 'en' })
      await page.goto(path)
      await hydrated(page)
      expect.soft(await measureHeader(page), path).toEqual([])
    }
  })

  test.describe('also where something is lost', () => {
    test.use({ allowed: [/404 \(Not Found\)/] })

    test(`a lost page, and a password that is set anew fit 390 px with text at 200 %, in ${locale}`, async ({ page }) => {
      await expectFits(page, `/${locale}/nowhere`)
      await expectFits(page, href(routes.signIn, {}, { locale, query: { step: 'reset' } }))
      await page.getByLabel(t('auth.reset.email')).fill('nobody@demo.test')
      await page.getByRole('button', { name: t('auth.reset.ask') }).click()
      await expect(page.getByRole('heading', { name: t('auth.reset.codeTitle') })).toBeVisible()
      expect.soft(await measureLargeText(page), 'the code of a reset').toEqual({ overflow: 0, out: [] })
    })

    test(`the code of a sign-up, and the questions fit 390 px with text at 200 %, in ${locale}`, async ({ page }) => {
      await signIn(page, 'unverified@demo.test')
      await expectFits(page, href(routes.emailVerify, {}, { locale }))
      await expect(page.getByLabel(t('auth.verify.code'))).toBeVisible()
      await page.goto('about:blank')
      await page.context().clearCookies()
      await signIn(page, 'incomplete@demo.test')
      await answerWhatIsAsked(page)
      for (const step of steps) {
        await expectFits(page, href(routes.questionnaire, {}, { locale, query: { step } }))
        await expect(page.getByRole('heading', { name: t(`questionnaire.${step}.title`) })).toBeVisible()
      }
    })

    test(`the consents that are asked for again fit 390 px with text at 200 %, in ${locale}`, async ({ page, server }) => {
      await openConsentStep(page, server, locale)
      expect.soft(await measureLargeText(page), consentStep).toEqual({ overflow: 0, out: [] })
    })

    test(`a restriction fits 390 px with text at 200 %, in ${locale}`, async ({ page }) => {
      await signIn(page, 'restricted@demo.test')
      await expectFits(page, href(routes.restricted, {}, { locale }))
      await expect(page.getByLabel(t('restricted.appeal.label'))).toBeVisible()
    })

    test(`a conversation, the answers of the quiz, and each group of settings fit 390 px with text at 200 %, in ${locale}`, async ({
      page,
    }) => {
      await signIn(page, 'anna@demo.test')
      await expectMemberFits(page, href(routes.messages, {}, { locale, query: { chat: annaWithBen } }))
      await expect(page.getByRole('log')).toBeVisible()
      await expectNextFits(page, href(routes.quiz, {}, { locale, query: { view: 'answers' } }))
      for (const section of sections) await expectNextFits(page, href(routes.mainSettings, {}, { locale, query: { section } }))
      await expectMemberFits(page, `/${locale}/nowhere`)
    })
  })
}

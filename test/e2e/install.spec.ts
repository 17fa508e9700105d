import type { Page } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { href, webManifestHref } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { newPair } from '../support/browser/demo.ts'
import { arrived, hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const phone = { width: 390, height: 844 }
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const hour = 60 * 60_000

const list = (locale: LocaleCode) => href(routes.likes, {}, { locale })
const card = (page: Page, locale: LocaleCode) => page.getByRole('region', { name: textsOf(locale).t('install.title') })

/** The member used the app here an hour ago, so that the next page begins a second visit. */
const comeBack = (page: Page) =>
  page.addInitScript((usedAt) => {
    if (!localStorage.getItem('visits')) localStorage.setItem('visits', JSON.stringify({ count: 1, usedAt, hasMatched: false }))
  }, Date.now() - hour)

/** As in Chromium with a site that can be installed: the event comes while the document is still being read. */
const offerPrompt = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.addInitScript((answer) => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return
      const prompt = async () => {
        sessionStorage.setItem('asked', String(Number(sessionStorage.getItem('asked')) + 1))
        return { outcome: answer }
      }
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
      dispatchEvent(event)
      sessionStorage.setItem('kept', String(event.defaultPrevented))
    })
  }, outcome)

const stored = (page: Page, name: string) => page.evaluate((key) => sessionStorage.getItem(key), name)

/** Notes whether the page asks for the card, which it does at once when it has noted the visit. */
function watchCard(page: Page): { isAsked: boolean } {
  const seen = { isAsked: false }
  page.on('request', (request) => (seen.isAsked ||= /\/install-card-[^/]+\.js$/.test(request.url())))
  return seen
}

/** Waits until this page has noted its use, so that a card would have been asked for. */
async function expectNoCard(page: Page, locale: LocaleCode, seen: { isAsked: boolean }, since: number): Promise<void> {
  const usedAt = () => page.evaluate(() => Number(JSON.parse(localStorage.getItem('visits') ?? '{}').usedAt ?? 0))
  await expect.poll(usedAt).toBeGreaterThanOrEqual(since)
  expect(seen.isAsked).toBe(false)
  await expect(card(page, locale)).toHaveCount(0)
}

for (const [code, lang] of [
  ['en', 'en-GB'],
  ['uk', 'uk'],
] as const) {
  test(`the manifest of ${code} is a file that its pages link, of the right type and kept for minutes`, async ({ page }) => {
    await page.goto(href(routes.home, {}, { locale: code }))
    const address = await page.locator('link[rel="manifest"]').getAttribute('href')
    expect(address).toBe(webManifestHref(code))
    const answer = await page.request.get(webManifestHref(code))
    expect(answer.headers()).toMatchObject({
      'content-type': expect.stringContaining('application/manifest+json'),
      'cache-control': 'public, max-age=300',
    })
    expect(await answer.json()).toMatchObject({ id: '/', lang })
  })
}

test('the prompt that came before any module is kept, and the card of the second visit shows it', async ({ page, server }) => {
  const seen = watchCard(page)
  await server.signIn(page.context(), (await server.addMember('Robin')).id)
  await offerPrompt(page, 'accepted')
  await comeBack(page)
  await page.setViewportSize(phone)
  await page.goto(list('en'))
  expect(await stored(page, 'kept')).toBe('true')
  await expect(card(page, 'en')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await arrived(card(page, 'en'))
  expect(await violationsOf(page)).toEqual([])
  await card(page, 'en')
    .getByRole('button', { name: textsOf('en').t('install.action') })
    .click()
  await expect(card(page, 'en')).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
  expect(await stored(page, 'asked')).toBe('1')
  expect(seen.isAsked).toBe(true)
})

test('the first visit shows no card, and neither does a page where somebody is written to', async ({ page, server }) => {
  const { one, conversation } = await newPair(server)
  await server.signIn(page.context(), one.id)
  await offerPrompt(page, 'accepted')
  const seen = watchCard(page)
  const start = Date.now()
  await page.goto(list('de'))
  await hydrated(page)
  await expectNoCard(page, 'de', seen, start)

  await page.evaluate((usedAt) => localStorage.setItem('visits', JSON.stringify({ count: 1, usedAt })), Date.now() - hour)
  await page.goto(href(routes.messages, {}, { locale: 'de', query: { chat: conversation } }))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).toContain('"count":2')
  await expectNoCard(page, 'de', seen, start)
})

test('“not now” ends it on all pages and reloads, by the keyboard, too', async ({ page, server }) => {
  await server.signIn(page.context(), (await server.addMember('Robin')).id)
  await offerPrompt(page, 'accepted')
  await comeBack(page)
  await page.goto(list('de'))
  const later = card(page, 'de').getByRole('button', { name: textsOf('de').t('install.later') })
  await later.focus()
  await page.keyboard.press('Enter')
  await expect(card(page, 'de')).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
  const seen = watchCard(page)
  const again = Date.now()
  await page.reload()
  await hydrated(page)
  await expectNoCard(page, 'de', seen, again)
  // The settings still lead there.
  await page.goto(href(routes.mainSettings, {}, { locale: 'de', query: { section: 'look' } }))
  const section = page.getByRole('region', { name: textsOf('de').t('install.title') })
  await section.getByRole('button', { name: textsOf('de').t('install.action') }).click()
  await expect(section).toHaveCount(0)
  expect(await stored(page, 'asked')).toBe('1')
})

test('a refused prompt is a “not now”', async ({ page, server }) => {
  await server.signIn(page.context(), (await server.addMember('Robin')).id)
  await offerPrompt(page, 'dismissed')
  await comeBack(page)
  await page.goto(list('en'))
  await card(page, 'en')
    .getByRole('button', { name: textsOf('en').t('install.action') })
    .click()
  await expect(card(page, 'en')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('install-refused'))).toContain('"count":1')
})

test('an open dialog has the window for itself', async ({ page, server }) => {
  await server.signIn(page.context(), (await server.addMember('Robin')).id)
  await offerPrompt(page, 'accepted')
  await comeBack(page)
  await page.goto(list('en'))
  await expect(card(page, 'en')).toBeVisible()
  await page.evaluate(() => document.body.appendChild(document.createElement('dialog')).showModal())
  await expect(card(page, 'en')).toBeHidden()
})

test.describe('in Safari on a phone', () => {
  test.use({ userAgent: iPhone, viewport: phone })

  for (const locale of ['en', 'uk'] as const) {
    test(`the steps are shown instead of a button, in ${locale}`, async ({ page, server }) => {
      const { t } = textsOf(locale)
      await server.signIn(page.context(), (await server.addMember('Robin')).id)
      await comeBack(page)
      await page.goto(list(locale))
      await expect(card(page, locale).getByRole('listitem')).toHaveText([t('install.ios.share'), t('install.ios.add')])
      await expect(card(page, locale).getByRole('button')).toHaveText([t('install.later')])
    })
  }
})

test('the icon of the app counts what is unread, and nothing any more after the sign-out', async ({ page, server }) => {
  await page.addInitScript(() => {
    const note = (text: string) => {
      localStorage.setItem('badge', text)
      return Promise.resolve()
    }
    Object.assign(navigator, { setAppBadge: (count: number) => note(String(count)), clearAppBadge: () => note('cleared') })
  })
  const badge = () => page.evaluate(() => localStorage.getItem('badge'))
  await server.signIn(page.context(), demoId('anna@demo.test'))
  await page.goto(list('en'))
  await hydrated(page)
  await expect.poll(async () => Number(await badge())).toBeGreaterThan(0)
  await page.goto(href(routes.mainSettings, {}, { locale: 'en' }))
  await hydrated(page)
  await page
    .getByRole('button', { name: textsOf('en').t('common.nav.signOut') })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === href(routes.home, {}, { locale: 'en' }))
  // Where the page was left before its script could clean up, the next page does.
  await expect.poll(badge).toBe('cleared')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).toBeNull()
})

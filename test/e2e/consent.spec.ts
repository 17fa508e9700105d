import type { Page } from '@playwright/test'
import { consentStep } from '#features/legal/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { freshPair } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const to = { locale: 'uk' } as const
const { t } = textsOf(to.locale)
test.use({ viewport: { width: 390, height: 844 } })

const log = (page: Page) => page.getByRole('log')

/** Presses the key until the element has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(target).toBeFocused({ timeout: 200 })
  }).toPass({ intervals: [0] })
}

test('who owes a consent gives it by the keyboard and is back where they were, with what was not sent yet', async ({
  page,
  browser,
  server,
}) => {
  const otherPage = await (await browser.newContext({ baseURL: server.url })).newPage()
  const { one, conversation } = await freshPair(page, otherPage, 67)
  const chat = href(routes.messages, {}, { ...to, query: { chat: conversation } })
  const tab = await page.context().newPage()
  let isHeld = true
  // Any tab may send the waiting messages, so all of them are held back.
  await page.context().routeWebSocket(/\/realtime[/?]/, (socket) => {
    const line = socket.connectToServer()
    socket.onMessage((frame) => void (isHeld && String(frame).includes('message:send') ? undefined : line.send(frame)))
  })
  for (const each of [page, tab, otherPage]) {
    await each.goto(chat)
    await expect(each.locator('html')).toHaveAttribute('data-hydrated', '')
    await expect(each.locator('#message')).toBeEditable()
  }

  await test.step('the next page that they open leads to the step', async () => {
    await page.locator('#message').fill('Ще в дорозі')
    await page.getByRole('button', { name: t('chat.send') }).click()
    await expect(page.getByLabel(t('chat.sending'))).toHaveCount(1)
    await page.locator('#message').fill('Почато')
    await server.ageConsents(one.id)
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries())
          Object.assign(window, { shift: Reflect.get(window, 'shift') + Number(Reflect.get(entry, 'value')) })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const likes = href(routes.likes, {}, to)
    // A client navigation: its payload contains the redirect.
    await page.evaluate((address) => window.navigation?.navigate(address), likes)
    await expect(page).toHaveURL(href(routes.signIn, {}, { ...to, query: { step: consentStep, next: likes } }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.consent.title'))
    for (const title of [t('legal.terms.title'), t('legal.consent.title')])
      await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  })

  await test.step('another tab goes on talking', async () => {
    await otherPage.locator('#message').fill('Ти ще тут?')
    await otherPage.locator('#message').press('Enter')
    await expect(log(tab).getByText('Ти ще тут?')).toHaveCount(1)
  })

  await test.step('the step reads well on a phone', async () => {
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await page.evaluate(() => Reflect.get(window, 'shift') as number)).toBeLessThan(0.001)
  })

  await test.step('texts open, refusing says what then, and each agreement is needed', async () => {
    const text = page.locator('summary').filter({ hasText: t('auth.signUp.termsRead', { version: '' }).slice(0, 12) })
    await tabTo(page, text)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: t('legal.terms.sections.s1.title') })).toBeVisible()
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: t('auth.consent.submit') }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('checkbox', { name: t('auth.signUp.terms') })).toBeFocused()
    await tabTo(page, page.locator('summary').filter({ hasText: t('auth.consent.refuse') }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('auth.consent.refuseText'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('common.nav.signOut') })).toBeVisible()
    await page.keyboard.press('Enter')
  })

  await test.step('agreeing leads on, and what waited goes out once', async () => {
    await page.getByRole('heading', { level: 1 }).click()
    for (const name of [t('auth.signUp.terms'), t('auth.signUp.sensitiveData')]) {
      await tabTo(page, page.getByRole('checkbox', { name }))
      await page.keyboard.press('Space')
    }
    await expect(log(otherPage).getByText('Ще в дорозі')).toHaveCount(0)
    await tab.close()
    isHeld = false
    await tabTo(page, page.getByRole('button', { name: t('auth.consent.submit') }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(href(routes.likes, {}, to))
    await expect(log(otherPage).getByText('Ще в дорозі')).toHaveCount(1)
    await page.goto(chat)
    await expect(page.locator('#message')).toHaveValue('Почато')
    await expect(log(page).getByText('Ще в дорозі')).toHaveCount(1)
  })
})

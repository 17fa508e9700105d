import type { Browser, BrowserContext } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoId } from '#seed/demo/random.ts'
import { expectOnceInOrder, log } from '../support/browser/chat-log.ts'
import { newPair, signIn } from '../support/browser/demo.ts'
import { faults } from '../support/browser/faults.ts'
import { expect, test, watchConsole } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')
const patient = { timeout: 30_000 }
const failure = t('common.failure.title')
const conversation = demoConversationId(demoId('anna@demo.test'), demoId('ben@demo.test'))
/** Where an interface is refused, the console may say so as a warning; errors are the guard's. */
const allowed = [/WebSocket|Failed to establish socket connection|The stored notifyID cannot be read/]
test.use({ allowed })

const path = (route: Parameters<typeof href>[0], query?: Record<string, string>) =>
  href(route, {}, { locale: 'en', ...(query ? { query } : {}) })

async function openFaulty(browser: Browser, baseURL: string | undefined, fault: () => void, from?: BrowserContext) {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...(from ? { storageState: await from.storageState() } : {}),
  })
  await context.addInitScript(fault)
  return { context, problems: watchConsole(context, allowed) }
}

for (const [name, fault] of Object.entries(faults)) {
  test(`where ${name}, a member’s pages work, and one is left for another`, async ({ page, browser, baseURL }) => {
    await signIn(page, 'anna@demo.test')
    const { context, problems } = await openFaulty(browser, baseURL, fault, page.context())
    await page.close()
    const tab = await context.newPage()
    const works = async (address: string) => {
      // What stands beside every page has come, with its effects.
      await expect(tab.locator('main'), address).not.toBeEmpty()
      await expect(tab.getByText(failure), address).toHaveCount(0)
    }
    for (const address of [path(routes.peopleNearby), path(routes.messages, { chat: conversation })]) {
      await tab.goto(address)
      await expect(tab.locator('html'), address).toHaveAttribute('data-hydrated', '', patient)
      await works(address)
    }
    const navigation = tab.getByRole('navigation', { name: t('common.nav.label') })
    for (const route of [
      routes.likes,
      routes.favourites,
      routes.visitors,
      routes.blindDates,
      routes.store,
      routes.mainSettings,
    ]) {
      const link = navigation.locator(`a[href="${path(route)}"]`)
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page', patient)
      await works(route.path)
    }
    expect(problems).toEqual([])
    await context.close()
  })

  if (name.startsWith('WebSocket') || name.startsWith('interfaces'))
    test(`where ${name}, a message is sent once`, async ({ page, browser, baseURL, server }) => {
      const { one, other, conversation } = await newPair(server)
      await signIn(page, one.email)
      const { context, problems } = await openFaulty(browser, baseURL, fault, page.context())
      const chat = await context.newPage()
      await chat.goto(path(routes.messages, { chat: conversation }))
      await expect(chat.locator('html')).toHaveAttribute('data-hydrated', '', patient)
      const text = `Said all the same: ${name}`
      await chat.getByRole('textbox', { name: t('chat.write', { name: other.firstName }) }).fill(text)
      await chat.getByRole('button', { name: t('chat.send'), exact: true }).click()
      await expect(log(chat).getByText(text)).toHaveCount(1)
      await expect(chat.getByLabel(t('chat.sending'), { exact: true })).toHaveCount(0, { timeout: 20_000 })
      await page.goto(path(routes.messages, { chat: conversation }))
      await expectOnceInOrder(page, [text])
      expect(problems).toEqual([])
      await context.close()
    })

  test(`where ${name}, a guest’s forms work`, async ({ browser, baseURL }) => {
    const { context, problems } = await openFaulty(browser, baseURL, fault)
    await Promise.all(
      [routes.signUp, routes.signIn, routes.contactUs].map(async (route) => {
        const tab = await context.newPage()
        await tab.goto(path(route))
        const field = tab.locator('main form input:visible, main form textarea:visible').first()
        await field.focus()
        // The contact page's form is plain: no script takes it over.
        if (route !== routes.contactUs) await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '', patient)
        await field.pressSequentially('Anna')
        await expect(field).toHaveValue(/Anna/)
        await expect(tab.getByText(failure)).toHaveCount(0)
      }),
    )
    expect(problems).toEqual([])
    await context.close()
  })
}

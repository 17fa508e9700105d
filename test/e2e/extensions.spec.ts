import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { notificationActions } from '#features/notifications/contract.ts'
import { newPair, signIn } from '../support/browser/demo.ts'
import { hydrated, takenOver } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')
const to = { locale: 'en' } as const

// What an extension does to a page is a warning; a refused form is an answer of 422.
test.use({ allowed: [/somebody else had added an element|status of 422/] })

/** Adds an element right after this one, as a password manager does, as soon as it is there. */
async function extend(page: Page, selector: string): Promise<void> {
  await page.addInitScript((after) => {
    const observer = new MutationObserver(() => {
      const element = document.querySelector(after)
      if (!element) return
      observer.disconnect()
      element.insertAdjacentHTML('afterend', '<button type="button" data-foreign>Fill in</button>')
    })
    observer.observe(document, { childList: true, subtree: true })
  }, selector)
}

/** Keeps a script back until the answer is called. */
async function hold(page: Page, script: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a press before the script counts where an extension has added an element, and no text is lost', async ({ page }) => {
  await extend(page, '[data-hydrate] input[type=email], [data-hydrate] input[name=email]')
  const release = await hold(page, /hydrate-entry/)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.resourceType()))
  await page.goto(href(routes.signIn, {}, to))
  await expect(page.locator('[data-foreign]')).toHaveCount(1)
  const email = page.getByLabel(t('auth.signIn.email'))
  await email.fill('anna@demo.test')
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  release()
  await hydrated(page)
  await expect(page.getByLabel(t('auth.signIn.password'), { exact: true })).toBeFocused()
  await expect(email).toHaveValue('anna@demo.test')
  await expect.poll(() => posts.filter((type) => type !== 'ping')).toEqual(['fetch'])
})

test('a choice and a date that were made before the script stay where an extension has added an element', async ({ page }) => {
  await extend(page, '[data-hydrate] input[name=firstName]')
  const release = await hold(page, /hydrate-entry/)
  await page.goto(href(routes.signUp, {}, to))
  await page.getByLabel(t('auth.signUp.firstName')).fill('Ira')
  const gender = page.getByRole('radio', { name: t('auth.signUp.genders.woman') })
  await gender.check()
  await page.getByLabel(t('auth.signUp.terms')).check()
  release()
  await hydrated(page)
  await expect(page.locator('[data-foreign]')).toHaveCount(0)
  await expect(page.getByLabel(t('auth.signUp.firstName'))).toHaveValue('Ira')
  await expect(gender).toBeChecked()
  await expect(page.getByLabel(t('auth.signUp.terms'))).toBeChecked()
})

test('half a message stays where an extension has added an element beside it', async ({ page, server }) => {
  const { one, other, conversation } = await newPair(server)
  await signIn(page, one.email)
  await extend(page, '#message')
  const release = await hold(page, /\/assets\/hydrate-/)
  await page.goto(href(routes.messages, {}, { ...to, query: { chat: conversation } }))
  const field = page.getByRole('textbox', { name: t('chat.write', { name: other.firstName }) })
  await field.fill('Half a sen')
  release()
  await hydrated(page)
  await expect(field).toHaveValue('Half a sen')
  await field.press('End')
  await field.pressSequentially('tence')
  await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
  await expect(page.getByRole('log')).toContainText('Half a sentence')
})

test.describe('a page whose data it cannot show', () => {
  test.use({ allowed: [/Page failure|Cannot (?:read|destructure)|TypeError/] })

  test('leads to the list of notifications where its panel cannot be shown, and the frame stays', async ({ page, server }) => {
    const { one } = await newPair(server)
    await signIn(page, one.email)
    await page.goto(href(routes.likes, {}, to))
    await hydrated(page)
    await page.route(notificationActions.list.path, (route) => route.fulfill({ json: { items: [null], next: null } }))
    const bell = page.locator('header a[aria-haspopup="dialog"]')
    await takenOver(bell)
    await bell.click()
    await expect(page).toHaveURL(href(routes.mainSettings, {}, { ...to, query: { section: 'latest' } }))
    await expect(page.getByRole('navigation', { name: t('common.nav.label') })).toBeVisible()
  })

  test('keeps the frame, hands back what was typed, and the next page is there', async ({ page, server }) => {
    const { one, other, conversation } = await newPair(server)
    await signIn(page, one.email)
    await page.goto(href(routes.messages, {}, { ...to, query: { chat: conversation } }))
    await hydrated(page)
    await page.route(/\/blind-dates\/_payload\.json/, async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, props: {} } } })
    })
    await page.getByRole('textbox', { name: t('chat.write', { name: other.firstName }) }).fill('Words of mine')
    const navigation = page.getByRole('navigation', { name: t('common.nav.label') })
    await navigation.getByRole('link', { name: t('common.nav.dates') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('common.failure.title') })).toBeVisible()
    await expect(page.getByLabel(t('common.failure.typed'))).toHaveValue('Words of mine')
    await expect(page.getByRole('button', { name: t('common.failure.reload') })).toBeVisible()
    await navigation.getByRole('link', { name: t('common.nav.likes') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.nav.likes'))
    await page.unrouteAll({ behavior: 'wait' })
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dates.title'))
  })
})

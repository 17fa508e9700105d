import type { BrowserContext, Page } from '@playwright/test'
import { contactActions } from '#features/contact/contract.ts'
import { opsActions } from '#features/ops/contract.ts'
import { photoActions } from '#features/photos/contract.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { pictures } from '../support/fixtures/pictures.ts'

const path = (name: 'showHome' | 'showReports' | 'showPhotos' | 'showMessages' | 'showAudit') => opsActions[name].path

/** A photo and a message of a new member wait. The demo's reports stay open, because other tests need them. */
async function fillQueues(context: BrowserContext, server: BrowserServer): Promise<void> {
  const { id } = await server.addMember('Robin')
  await server.signIn(context, id)
  const headers = { Origin: new URL(server.url).origin, Accept: 'application/json' }
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pictures.gpsJpeg, 'base64') }
  const uploaded = await context.request.post(server.url + photoActions.upload.path, { multipart: { file }, headers })
  const data = { topic: 'other', message: 'Where do I find the rules of the quiz?' }
  const written = await context.request.post(server.url + contactActions.writeAsMember.path, { data, headers })
  expect([uploaded.status(), written.ok()]).toEqual([201, true])
  await context.clearCookies()
}

async function openDesk(page: Page, server: BrowserServer): Promise<void> {
  await fillQueues(page.context(), server)
  await server.signInOperator(page.context())
}

const firstOf = async (page: Page, list: 'showReports' | 'showMessages') => {
  await page.goto(path(list))
  return (await page.locator('[data-case]').first().getAttribute('href')) ?? ''
}
/** The script has run, without which a key does nothing. */
const expectKeys = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-keys', '')
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} has no box`)
  return box
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`the desk at ${width} px fits, says where one is and how much waits, and has the evidence beside or above the decision`, async ({
    page,
    server,
  }) => {
    await openDesk(page, server)
    await page.setViewportSize({ width, height })
    const cases = [await firstOf(page, 'showReports'), await firstOf(page, 'showMessages')]
    const isWide = width > 1000
    for (const address of [path('showHome'), path('showReports'), path('showPhotos'), path('showAudit'), ...cases]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(address)
        const where = `${address} ${colorScheme}`
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(0)
        const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
        expect(paper, where).toBe(colorScheme === 'dark' ? 'rgb(28, 17, 27)' : 'rgb(252, 247, 238)')
        expect(await violationsOf(page), where).toEqual([])
      }
    }
    const queues = page.getByRole('navigation', { name: 'Queues' })
    await expect(queues.getByRole('link', { name: /^Messages \d+ waiting$/ })).toHaveAttribute('aria-current', 'true')
    await expect(queues.getByRole('link', { name: /^Photos \d+ waiting$/ })).toBeVisible()
    for (const address of [...cases, path('showPhotos')]) {
      await page.goto(address)
      const [evidence, decision] = [await boxOf(page, '.case .evidence'), await boxOf(page, '.case .decision')]
      if (isWide) expect(decision.x, address).toBeGreaterThanOrEqual(evidence.x + evidence.width)
      else expect(decision.y, address).toBeGreaterThanOrEqual(evidence.y + evidence.height)
    }
    if (isWide) {
      await page.goto(cases[0] ?? '')
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.getByRole('heading', { name: 'Decide' })).toBeInViewport()
    } else {
      await page.goto(path('showAudit'))
      await expect(page.getByRole('link', { name: 'Orders' })).toBeHidden()
      await page.getByRole('button', { name: 'More: Audit log' }).click()
      await page.getByRole('link', { name: 'Orders' }).click()
      await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    }
  })
}

test('keys go through a list, open a case and choose a decision, never while typing', async ({ page, server }) => {
  for (const _ of [1, 2]) await fillQueues(page.context(), server)
  await server.signInOperator(page.context())
  await page.goto(path('showMessages'))
  await expectKeys(page)
  const cases = page.locator('[data-case]')
  await page.keyboard.press('j')
  await expect(cases.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(cases.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(cases.nth(0)).toBeFocused()
  const first = (await cases.nth(0).getAttribute('href')) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(first)
  await expectKeys(page)

  await page.keyboard.press('2')
  await expect(page.getByRole('button', { name: 'Close without an answer', exact: true })).toBeFocused()
  await page.keyboard.press('1')
  const send = page.getByRole('button', { name: 'Send answer', exact: true })
  await expect(send).toBeFocused()
  // Nothing is decided by a number.
  await expect(page).toHaveURL(first)
  const answer = page.getByLabel('Your answer')
  await answer.pressSequentially('j2?k')
  await expect(answer).toHaveValue('j2?k')
  await expect(answer).toBeFocused()
  await expect(page.locator('#keys')).toBeHidden()

  await send.focus()
  await page.keyboard.press('?')
  await expect(page.locator('#keys')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('#keys')).toBeHidden()
  await page.keyboard.press('Control+j')
  await expect(page).toHaveURL(first)
  // What is written must not be lost: the key leaves the case only once the field is empty.
  await page.keyboard.press('j')
  await page.keyboard.press('1')
  await expect(send).toBeFocused()
  await expect(answer).toHaveValue('j2?k')
  await answer.fill('')
  await send.focus()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)
  await expect(page.getByRole('heading', { name: 'Message', level: 1 })).toBeVisible()
  await expectKeys(page)

  await page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: 'Members' }).focus()
  await page.keyboard.press('1')
  await expect(page.getByRole('link', { name: 'Members' })).toBeFocused()
})

test('a photo is decided by keys, and the queue goes on', async ({ page, server }) => {
  for (const _ of [1, 2]) await fillQueues(page.context(), server)
  await server.signInOperator(page.context())
  await page.goto(path('showPhotos'))
  await expectKeys(page)
  const shown = page.locator('article[data-case]')
  const before = await shown.count()
  const [first, second] = await shown.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')))
  await page.keyboard.press('j')
  await expect(shown.nth(0)).toBeFocused()
  await page.keyboard.press('1')
  await expect(shown.nth(0).getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('approved')
  await expect(shown).toHaveCount(before - 1)
  expect(first).not.toBe(second)
  await expect(shown.nth(0).locator('img')).toHaveAttribute('src', second ?? '')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the same forms decide, the lists of pages and of keys open, and no number is shown on a button', async ({
    page,
    server,
  }) => {
    await openDesk(page, server)
    await page.goto(await firstOf(page, 'showMessages'))
    expect(await page.locator('html[data-keys]').count()).toBe(0)
    await page.getByRole('button', { name: 'Keys' }).click()
    await expect(page.getByRole('region', { name: 'Keys' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close without an answer' }).click()
    await expect(page.getByRole('status')).toContainText('The message is closed')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Payments' }).click()
    await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
  })
})

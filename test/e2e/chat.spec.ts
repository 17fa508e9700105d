import { chatActions } from '#features/chat/contract.ts'
import type { Browser, Locator, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { pictures } from '../support/fixtures/pictures.ts'
import { writeMessage } from '../support/browser/chat-log.ts'
import { freshPair, newPair } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { noteToasts } from '../support/browser/toasts.ts'

test.use({ reducedMotion: 'no-preference' })

// In Ukrainian: its words are longer than English ones, and its script is not Latin.
const locale = 'uk'
const { t, tn } = textsOf(locale)

const log = (page: Page) => page.getByRole('log')
/** The inbox row of the newest message with these words. */
const line = (page: Page, words: string) =>
  page
    .locator('[data-seq]')
    .filter({ has: page.getByRole('paragraph').filter({ hasText: words }) })
    .last()
const photoFile = { name: 'bridge.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pictures.gpsJpeg, 'base64') }

/** A failed test runs again: messages of the first run must not count as those of the second. */
let lastWord = 0
const word = (text: string) => `${text} ${process.pid}-${++lastWord}`

/** Two members with a conversation of their own, each with it open on a page of their own. */
async function openBoth(browser: Browser, page: Page, pair: number) {
  const otherPage = await (await browser.newContext({ baseURL: new URL(process.env['BASE_URL'] ?? '').origin })).newPage()
  const { one, other, conversation } = await freshPair(page, otherPage, pair)
  const address = (query: Record<string, string | number> = {}) =>
    href(routes.messages, {}, { locale, query: { chat: conversation, ...query } })
  for (const each of [page, otherPage]) {
    await each.goto(address())
    await expect(each.locator('html')).toHaveAttribute('data-hydrated', '')
  }
  return { one, other, conversation, address, otherPage }
}

async function write(page: Page, text: string): Promise<void> {
  await writeMessage(page, text, t)
  await expect(page.getByLabel(t('chat.sending'))).toHaveCount(0)
}

/** Sends without the page, for messages that only need to exist. */
async function sendByApi(page: Page, conversation: string, text: string): Promise<void> {
  const answer = await page.request.post(chatActions.send.path, {
    data: { conversation, cid: crypto.randomUUID(), text },
    headers: { Origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
}

async function openMenu(page: Page, message: Locator): Promise<Locator> {
  await message.hover()
  await message.getByRole('button', { name: t('chat.menu.label') }).click()
  const menu = page.getByRole('dialog', { name: t('chat.menu.label') })
  await expect(menu).toBeVisible()
  return menu
}

test('two people use the menu by keys, answer, react, edit, take back, send a photo, and part, and each sees what the other did', async ({
  page,
  browser,
}) => {
  const toasts = await noteToasts(page)
  const { one, other, otherPage } = await openBoth(browser, page, 0)

  await test.step('a menu is reached, walked through and left by keys, and the focus comes back', async () => {
    const [first, second] = [word('One'), word('Two')]
    await write(page, first)
    await write(page, second)
    const button = (words: string) => line(page, words).getByRole('button', { name: t('chat.menu.label') })
    // The script for the arrow keys loads at the first focus; an earlier press is not lost.
    const pressed = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await pressed.promise
      await route.continue()
    })
    await log(page).focus()
    await page.keyboard.press('Tab')
    await expect(button(second)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    pressed.resolve()
    await expect(button(first)).toBeFocused()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: t('chat.menu.label') })
    await expect(menu.getByRole('button').first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(menu.getByRole('button').nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('button', { name: t('chat.menu.reply'), exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(button(first)).toBeFocused()
  })

  await test.step('two people answer, react, edit and take back, and each sees what the other did', async () => {
    const question = word('Tea or coffee?')
    await write(page, question)
    await expect(line(otherPage, question)).toBeVisible()

    await (
      await openMenu(otherPage, line(otherPage, question))
    )
      .getByRole('button', { name: t('chat.menu.reply'), exact: true })
      .click()
    await expect(otherPage.getByText(t('chat.replyTo', { name: one.firstName }))).toBeVisible()
    await expect(otherPage.locator('#message')).toBeFocused()
    const answer = word('Tea, always.')
    await write(otherPage, answer)
    const quote = line(page, answer).getByRole('link', { name: question })
    await expect(quote).toBeVisible()
    await quote.click()
    await expect(page.locator('li:focus')).toContainText(question)

    await line(page, answer).hover()
    await line(page, answer)
      .getByRole('button', { name: t('chat.menu.react') })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '🔥' }).click()
    const chip = line(otherPage, answer).getByRole('button', { name: `🔥 ${one.firstName}` })
    await expect(chip).toHaveAttribute('aria-pressed', 'false')
    await chip.click()
    await expect(line(page, answer).getByRole('button', { name: '🔥 2' })).toHaveAttribute('aria-pressed', 'true')
    await line(page, answer).getByRole('button', { name: '🔥 2' }).click()
    await expect(line(otherPage, answer).getByRole('button', { name: `🔥 ${t('chat.you')}` })).toBeVisible()

    await page.locator('#message').fill('half a thought')
    await (await openMenu(page, line(page, question))).getByRole('button', { name: t('chat.menu.edit'), exact: true }).click()
    await expect(page.locator('#message')).toHaveValue(question)
    await page.keyboard.press('Escape')
    await expect(page.locator('#message')).toHaveValue('half a thought')
    await page.locator('#message').fill('')
    await page.keyboard.press('ArrowUp')
    const edited = word('Tea, coffee or cocoa?')
    await page.locator('#message').fill(edited)
    await page.getByRole('button', { name: t('chat.save') }).click()
    await expect(line(otherPage, edited).getByText(t('chat.edited'))).toBeVisible()
    await expect(line(otherPage, answer).getByRole('link', { name: edited })).toBeVisible()
    await expect(page.locator('#message')).toHaveValue('')

    await (await openMenu(page, line(page, edited))).getByRole('button', { name: t('chat.menu.delete') }).click()
    const dialog = page.getByRole('dialog', { name: t('chat.delete.title') })
    await expect(dialog).toContainText(t('chat.delete.text', { name: other.firstName }))
    await dialog.getByRole('button', { name: t('chat.delete.confirm') }).click()
    await expect(line(otherPage, answer).getByRole('link', { name: t('chat.deleted') })).toBeVisible()
    await expect(log(otherPage).getByText(edited)).toHaveCount(0)
    await expect(log(page).getByText(edited)).toHaveCount(0)
  })

  await test.step('a photo is seen before it goes, arrives veiled in its size, and opens', async () => {
    await page.getByLabel(t('chat.photo.attach')).setInputFiles(photoFile)
    await expect(page.getByAltText(t('chat.photo.chosen'))).toBeVisible()
    await page.getByRole('button', { name: t('chat.photo.remove') }).click()
    await expect(page.getByAltText(t('chat.photo.chosen'))).toHaveCount(0)

    await page.getByLabel(t('chat.photo.attach')).setInputFiles(photoFile)
    await expect(page.getByAltText(t('chat.photo.chosen'))).toBeVisible()
    const caption = word('From the bridge')
    await write(page, caption)
    await expect(page.getByAltText(t('chat.photo.chosen'))).toHaveCount(0)
    const veil = line(otherPage, caption).getByRole('checkbox', { name: t('chat.photo.show') })
    await veil.check({ force: true })
    const boxes = line(otherPage, caption).locator('input[type=checkbox]')
    const widths = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().width))
    expect(
      widths.filter((width) => width > 4),
      'no box lies on the photo',
    ).toEqual([])
    const arrived = line(otherPage, caption).getByAltText(t('chat.photo.from', { name: one.firstName }))
    await expect(arrived).toHaveJSProperty('complete', true)
    expect(await arrived.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const box = await arrived.boundingBox()
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(800 / 500, 1)
    await line(otherPage, caption)
      .getByRole('link', { name: t('chat.photo.open') })
      .click()
    await expect(otherPage.getByRole('dialog').getByRole('img')).toBeVisible()
    await otherPage.keyboard.press('Escape')
    await expect(otherPage.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('unmatching says what ends, ends it for both, and leads back', async () => {
    await page.getByRole('button', { name: t('chat.more') }).click()
    await page.getByRole('button', { name: t('chat.unmatch.open') }).click()
    const dialog = page.getByRole('dialog', { name: t('chat.unmatch.title', { name: other.firstName }) })
    await expect(dialog).toContainText(t('chat.unmatch.final'))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('chat.more') })).toBeFocused()

    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t('chat.unmatch.open') }).click()
    await dialog.getByRole('button', { name: t('chat.unmatch.confirm') }).click()
    await expect(page).toHaveURL(href(routes.messages, {}, { locale }))
    const done = t('chat.unmatch.done', { name: other.firstName })
    await expect.poll(async () => (await toasts()).join()).toContain(done)
    await expect(otherPage.getByText(t('chat.over'))).toBeVisible()
    await expect(otherPage.locator('#message')).toHaveCount(0)
    await otherPage
      .getByRole('link', { name: t('chat.back') })
      .last()
      .click()
    await expect(otherPage).toHaveURL(href(routes.messages, {}, { locale }))
  })
})

test('one reads back, jumps into the past and comes forward again, new messages wait below, and nothing moves under the eyes', async ({
  page,
  browser,
}) => {
  const { conversation, address, otherPage } = await openBoth(browser, page, 1)
  const start = word('Long talk')
  for (let number = 0; number < 160; number++) await sendByApi(otherPage, conversation, `${start} line ${number}.`)
  await page.goto(address())
  await expect(log(page).getByText(`${start} line 159.`)).toBeInViewport()

  // Up: the reader's position stays while older messages load.
  const middle = log(page).getByText(`${start} line 115.`)
  await middle.scrollIntoViewIfNeeded()
  const place = () => middle.evaluate((text) => text.getBoundingClientRect().top)
  await expect(log(page).getByText(`${start} line 100.`)).toHaveCount(1)
  const before = await place()
  await expect(log(page).getByText(`${start} line 62.`)).toHaveCount(1)
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1)

  await log(page).focus()
  await page.keyboard.press('Home')
  await expect(log(page).getByText(`${start} line 12.`)).toHaveCount(1)

  // A redraw between the scroll and its event does not take the reader back.
  await page.keyboard.press('Home')
  await expect(log(page).getByText(`${start} line 0.`)).toHaveCount(1)
  await middle.evaluate((text) => text.scrollIntoView({ block: 'center' }))
  await expect(middle).toBeInViewport()
  await log(page).evaluate((box, name) => {
    box.scrollTo({ top: -1_000_000, behavior: 'instant' })
    const buttons = [...box.querySelectorAll('button')]
    buttons.find(({ ariaLabel }) => ariaLabel === name)?.click()
  }, t('chat.menu.label'))
  const menu = page.getByRole('dialog', { name: t('chat.menu.label') })
  await expect(menu).toBeVisible()
  await expect(log(page).getByText(`${start} line 0.`)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)

  // New ones wait below, and the place is kept.
  await middle.evaluate((text) => text.scrollIntoView({ block: 'center' }))
  await expect(middle).toBeInViewport()
  const reading = await place()
  const below = word('Below')
  await sendByApi(otherPage, conversation, below)
  const jump = page.getByRole('link', { name: tn('chat.newMessages', 1) })
  await expect(jump).toBeVisible()
  expect(Math.abs((await place()) - reading)).toBeLessThan(4)
  await jump.click()
  await expect(log(page).getByText(below)).toBeInViewport()
  await expect(jump).toHaveCount(0)

  // A window around a distant message: highlighted, focused, with a gap to the newest.
  const seq = await line(page, `${start} line 20.`).getAttribute('data-seq')
  await page.goto(`${address({ at: seq ?? '' })}#m${seq}`)
  await expect(log(page).getByText(`${start} line 20.`)).toBeInViewport()
  await expect(page.locator('li:focus')).toContainText(`${start} line 20.`)
  await expect(log(page).getByText(`${start} line 159.`)).toHaveCount(0)
  const news = word('News')
  await sendByApi(otherPage, conversation, news)
  await expect(jump).toBeVisible()
  await expect(log(page).getByText(news)).toHaveCount(0)

  // Down: page by page to the end, without a jump, and then live again.
  const held = log(page).getByText(`${start} line 40.`)
  await held.scrollIntoViewIfNeeded()
  const heldAt = await held.evaluate((text) => text.getBoundingClientRect().top)
  await expect(log(page).getByText(`${start} line 60.`)).toHaveCount(1)
  expect(Math.abs((await held.evaluate((text) => text.getBoundingClientRect().top)) - heldAt)).toBeLessThanOrEqual(1)
  await jump.click()
  await expect(log(page).getByText(news)).toBeInViewport()
  await expect(jump).toHaveCount(0)
  const live = word('Live again')
  await sendByApi(otherPage, conversation, live)
  await expect(log(page).getByText(live)).toBeInViewport()
  await otherPage.context().close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a message’s menu opens, and one unmatches by the form of a dialog', async ({ page, server }) => {
    const { one, other, conversation } = await newPair(server)
    await server.signIn(page.context(), one.id)
    await page.goto(href(routes.messages, {}, { locale, query: { chat: conversation } }))
    await page.locator('#message').fill('By plain form')
    await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
    await line(page, 'By plain form').getByText(t('chat.menu.label')).click()
    await expect(line(page, 'By plain form').getByRole('link', { name: t('chat.menu.reply') })).toBeVisible()
    await page.getByRole('button', { name: t('chat.more') }).click()
    await page
      .getByRole('button', { name: t('chat.unmatch.open') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('chat.unmatch.confirm') })
      .click()
    await expect(page).toHaveURL(href(routes.messages, {}, { locale }))
    await expect(page.locator(`a[href*="${conversation}"]`)).toHaveCount(0)
    await expect(page.getByText(t('chat.unmatch.done', { name: other.firstName }))).toBeVisible()
  })
})

import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { answerAs, likeAnswerAs } from '../support/browser/answers.ts'
import { newPair } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Per language: two unkind messages, and a harmless one that contains a part of an unkind word. */
const written = {
  uk: { unkind: 'Ти ідіот, чесно.', next: 'Ідіот, відповідай.', harmless: 'Не психуй, потяг ще стоїть.' },
  de: { unkind: 'Du bist ein Idiot, ehrlich.', next: 'Du Idiot, schreib zurück.', harmless: 'Der Barsch war frisch vom Markt.' },
} as const

const words = /ask-kindly/

/** Records what a page sends, and the scripts that it fetches. */
function watch(page: Page) {
  const sent: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.url()} ${request.postData() ?? ''}`)
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  return { sent, scripts }
}

for (const locale of ['uk', 'de'] as const) {
  const { t, tn } = textsOf(locale)
  const { unkind, next, harmless } = written[locale]
  const questionOn = (page: Page) => page.getByRole('dialog', { name: t('safety.kinder.ask') })
  const press = (page: Page, answer: 'edit' | 'send') =>
    questionOn(page)
      .getByRole('button', { name: t(`safety.kinder.${answer}`), exact: true })
      .click()
  const botheredOn = (page: Page) => page.getByText(t('safety.kinder.bothers'), { exact: true })

  test(`${locale}: an unkind first message is asked about, its next is not, and its reader is asked`, async ({
    page,
    browser,
    server,
  }) => {
    const { one, other, conversation } = await newPair(server)
    const chat = href(routes.messages, {}, { locale, query: { chat: conversation } })
    await server.signIn(page.context(), one.id)
    const { sent, scripts } = watch(page)
    await page.goto(chat)
    await hydrated(page)
    const field = page.locator('#message')
    const send = page.getByRole('button', { name: t('chat.send'), exact: true })
    const log = page.getByRole('log')
    expect(
      scripts.filter((url) => words.test(url)),
      'the words do not come with the page',
    ).toEqual([])

    await test.step('edit and Escape lead back to the text, with its caret', async () => {
      for (const leave of ['edit', 'Escape'] as const) {
        await field.fill(unkind)
        await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3))
        await send.click()
        await expect(questionOn(page).getByRole('button', { name: t('safety.kinder.edit'), exact: true })).toBeFocused()
        expect(await violationsOf(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
        await (leave === 'edit' ? press(page, 'edit') : page.keyboard.press('Escape'))
        await expect(questionOn(page)).toBeHidden()
        await expect(field).toBeFocused()
        await expect(field).toHaveValue(unkind)
        expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(3)
      }
      expect(scripts.filter((url) => words.test(url))).toHaveLength(1)
      expect(
        sent.filter((text) => text.includes(unkind)),
        'nothing has left the browser',
      ).toEqual([])
      await expect(log.getByText(unkind)).toHaveCount(0)
    })

    await test.step('it is sent anyway, and the next one without a question', async () => {
      await send.click()
      await press(page, 'send')
      await expect(log.getByText(unkind)).toBeVisible()
      await expect(field).toHaveValue('')
      await field.fill(next)
      await send.click()
      await expect(log.getByText(next)).toBeVisible()
      await expect(questionOn(page)).toHaveCount(0)
    })

    await test.step('its reader is asked below the first one, with block and report, until they close it', async () => {
      const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
      const reader = await context.newPage()
      await server.signIn(context, other.id)
      await reader.goto(chat)
      const below = reader.locator('[data-seq]').filter({ hasText: t('safety.kinder.bothers') })
      await expect(below).toBeVisible()
      await expect(below).toContainText(unkind)
      expect(await violationsOf(reader)).toEqual([])
      expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      const titles = {
        block: t('safety.block.title', { name: one.firstName }),
        report: t('safety.report.title', { name: one.firstName }),
      }
      for (const act of ['block', 'report'] as const) {
        const button = below.getByRole('button', { name: t(`safety.open.${act}`), exact: true })
        await button.click()
        const dialog = reader.getByRole('dialog', { name: titles[act] })
        await expect(dialog).toBeVisible()
        await reader.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(button).toBeFocused()
      }
      await below.getByRole('button', { name: t('common.form.close') }).click()
      await expect(botheredOn(reader)).toHaveCount(0)
      await context.close()
    })
  })

  // The words are each language’s own; what is done with them is the same.
  if (locale !== 'uk') continue

  test(`${locale}: an unkind request is asked about, and its reader is asked`, async ({ page, browser, server }) => {
    const [one, other] = [await server.addMember('Robin'), await server.addMember('Alex')]
    await server.signIn(page.context(), one.id)
    const { sent } = watch(page)
    await page.goto(href(routes.profileInfo, { id: other.id }, { locale }))
    await page.getByRole('button', { name: t('profile.request.write', { name: other.firstName }) }).click()
    const field = page.getByLabel(t('profile.request.label'), { exact: true })
    const send = page.getByRole('button', { name: t('profile.request.send') })
    await field.fill(unkind)
    await send.click()
    await expect(questionOn(page).getByRole('button', { name: t('safety.kinder.edit'), exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(unkind)
    await expect(page.getByText(tn('profile.request.left', 10))).toBeVisible()
    expect(sent.filter((text) => text.includes(unkind))).toEqual([])
    await send.click()
    await press(page, 'send')
    await expect(page.getByText(t('profile.request.sent', { name: other.firstName }))).toBeVisible()

    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
    const reader = await context.newPage()
    await server.signIn(context, other.id)
    await reader.goto(href(routes.messages, {}, { locale, query: { requests: 1 } }))
    await reader.getByRole('link', { name: one.firstName, exact: true }).click()
    await expect(botheredOn(reader)).toBeVisible()
    await context.close()
  })

  test(`${locale}: the reader of an unkind line in Likes is asked, with block and report, until they close it`, async ({
    page,
    server,
  }) => {
    const [reader, unkindly, kindly] = [
      await server.addMember('Robin'),
      await server.addMember('Alex'),
      await server.addMember('Kim'),
    ]
    await answerAs(server, reader)
    await likeAnswerAs(server, unkindly, reader, unkind)
    await likeAnswerAs(server, kindly, reader, harmless)
    await server.signIn(page.context(), reader.id)
    const { sent } = watch(page)
    await page.goto(href(routes.likes, {}, { locale }))
    await hydrated(page)
    const [card, other] = [unkindly, kindly].map(({ firstName }) => page.getByRole('article').filter({ hasText: firstName }))
    if (!card || !other) throw new Error('There are two likes')
    await other.getByText(harmless).scrollIntoViewIfNeeded()
    await card.getByText(unkind).scrollIntoViewIfNeeded()
    await expect(card.getByText(t('safety.kinder.bothers'), { exact: true })).toBeVisible()
    await expect(botheredOn(page), 'only that line').toHaveCount(1)
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(
      sent.filter((text) => text.includes(unkind)),
      'it is read in the browser alone',
    ).toEqual([])

    const titles = {
      report: t('safety.report.title', { name: unkindly.firstName }),
      block: t('safety.block.title', { name: unkindly.firstName }),
    }
    for (const act of ['report', 'block'] as const) {
      const button = card.getByRole('button', { name: t(`safety.open.${act}`), exact: true })
      await button.click()
      await expect(page.getByRole('dialog', { name: titles[act] })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    }
    await card.getByRole('button', { name: t('common.form.close'), exact: true }).click()
    await expect(botheredOn(page)).toHaveCount(0)
    await expect(card.getByRole('button', { name: t('safety.open.reportNamed', { name: unkindly.firstName }) })).toBeFocused()

    await page.reload()
    await hydrated(page)
    await card.getByText(unkind).scrollIntoViewIfNeeded()
    await card.getByRole('button', { name: t('safety.open.block'), exact: true }).click()
    await page
      .getByRole('dialog', { name: titles.block })
      .getByRole('button', { name: t('safety.block.confirm') })
      .click()
    await expect(card, 'the list has loaded again').toHaveCount(0)
    await expect(other).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(href(routes.likes, {}, { locale }))
  })

  test(`${locale}: a harmless first message goes unasked, and so does an answer; its reader is not asked`, async ({
    page,
    browser,
    server,
  }) => {
    const { one, other, conversation } = await newPair(server)
    const chat = href(routes.messages, {}, { locale, query: { chat: conversation } })
    await server.signIn(page.context(), one.id)
    const context = await browser.newContext({ baseURL: server.url })
    const reader = await context.newPage()
    const { scripts } = watch(reader)
    await server.signIn(context, other.id)
    for (const [each, text] of [
      [page, harmless],
      [reader, `${harmless} 2`],
    ] as const) {
      await each.goto(chat)
      await hydrated(each)
      await each.locator('#message').fill(text)
      await each.getByRole('button', { name: t('chat.send'), exact: true }).click()
      await expect(each.getByRole('log').getByText(text, { exact: true })).toBeVisible()
      await expect(questionOn(each)).toHaveCount(0)
    }
    await expect.poll(() => scripts.filter((url) => words.test(url)).length).toBe(1)
    await expect(botheredOn(reader)).toHaveCount(0)
    await context.close()
  })
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  const locale = 'de'
  const { t } = textsOf(locale)

  test('a message goes unasked, and its reader is not asked', async ({ page, browser, server }) => {
    const { one, other, conversation } = await newPair(server)
    const chat = href(routes.messages, {}, { locale, query: { chat: conversation } })
    await server.signIn(page.context(), one.id)
    await page.goto(chat)
    await page.locator('#message').fill(written.de.unkind)
    await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
    await expect(page.getByRole('log').getByRole('paragraph').filter({ hasText: written.de.unkind })).toBeVisible()
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
    const reader = await context.newPage()
    await server.signIn(context, other.id)
    await reader.goto(chat)
    await expect(reader.getByRole('log').getByRole('paragraph').filter({ hasText: written.de.unkind })).toBeVisible()
    await expect(reader.getByText(t('safety.kinder.bothers'))).toHaveCount(0)
    await context.close()
  })
})

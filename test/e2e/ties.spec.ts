import type { BrowserContext, Page } from '@playwright/test'
import { likeActions } from '#features/likes/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { answer, answerAs } from '../support/browser/answers.ts'
import { likeAs, signIn, type Person } from '../support/browser/demo.ts'
import { openLine } from '../support/browser/line.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const sizes = [
  { locale: 'en', size: { width: 390, height: 844 } },
  { locale: 'uk', size: { width: 1440, height: 900 } },
] as const satisfies { locale: LocaleCode; size: { width: number; height: number } }[]

const line = 'Which bunk is the best one?'

/** Somebody with an answer that every member sees. */
async function addWriter(server: BrowserServer, firstName: string): Promise<Person> {
  const person = await server.addMember(firstName)
  await answerAs(server, person)
  return person
}

async function openAs(server: BrowserServer, context: BrowserContext, { id }: Person, address: string): Promise<Page> {
  await server.signIn(context, id)
  const page = await context.newPage()
  await page.goto(address)
  await hydrated(page)
  return page
}

/** How much wider than the window a page is. */
const overflow = (page: Page) => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

for (const { locale, size } of sizes) {
  const { t, tn } = textsOf(locale)

  test.describe(`${locale}, ${size.width} px`, () => {
    // The connection is cut in the middle.
    test.use({ viewport: size, allowed: [/ERR_EMPTY_RESPONSE|ERR_CONNECTION|Failed to fetch|WebSocket/] })

    test('a line goes with a liked answer, is in Likes and becomes the first message of the match', async ({
      browser,
      server,
    }) => {
      const [anna, noah] = [await server.addMember('Robin'), await addWriter(server, 'Alex')]
      await using cable = await openLine(server.url)
      const givers = await browser.newContext({ baseURL: cable.origin, viewport: size })
      const profile = href(routes.profileInfo, { id: noah.id }, { locale })
      const page = await openAs(server, givers, anna, cable.origin + profile)
      const second = await openAs(server, givers, anna, cable.origin + profile)
      const heart = page.locator('[data-tie="answer.night-train"]')
      const sheet = page.getByRole('dialog', { name: t('likes.tie.title.answer', { name: 'Alex' }) })
      const field = sheet.getByLabel(t('likes.tie.line'))

      await test.step('the heart opens the sheet, in which nothing is spent yet', async () => {
        await heart.click()
        await expect(sheet.getByRole('button', { name: t('likes.like'), exact: true })).toBeFocused()
        await expect(sheet.getByText(t('profile-prompts.night-train'))).toBeVisible()
        await expect(sheet.getByText(answer)).toBeVisible()
        await expect(sheet.getByRole('button', { name: t('likes.tie.send'), exact: true })).toBeHidden()
        expect([await violationsOf(page), await overflow(page)]).toEqual([[], 0])
        await page.keyboard.press('Escape')
        await expect(sheet).toHaveCount(0)
        await expect(heart).toBeFocused()
      })

      await test.step('without a connection the words stay, and go once it is back', async () => {
        await heart.click()
        await field.fill(line)
        await expect(sheet.getByText(tn('profile.request.left', 10))).toBeVisible()
        await expect(sheet.getByRole('button', { name: t('likes.like'), exact: true }), 'one button is left').toBeHidden()
        cable.isDown = true
        await sheet.getByRole('button', { name: t('likes.tie.send'), exact: true }).click()
        await expect(sheet.getByText(t('common.error.offline', { brand: 'Kismet' }))).toBeVisible()
        await expect(field).toHaveValue(line)
        cable.isDown = false
        await sheet.getByRole('button', { name: t('likes.tie.send'), exact: true }).click()
        await expect(sheet).toHaveCount(0)
      })

      await test.step('a second tab that is late sends no other words', async () => {
        await second.locator('[data-tie="answer.night-train"]').click()
        const late = second.getByRole('dialog', { name: t('likes.tie.title.answer', { name: 'Alex' }) })
        await late.getByLabel(t('likes.tie.line')).fill('Something else')
        await late.getByRole('button', { name: t('likes.tie.send'), exact: true }).click()
        await expect(late).toHaveCount(0)
        await expect(second.getByText(t('likes.done.firstLine', { name: noah.firstName }))).toBeVisible()
        await second.close()
      })

      const readers = await browser.newContext({ baseURL: server.url, viewport: size })
      const reader = await openAs(server, readers, noah, server.url + href(routes.likes, {}, { locale }))
      await test.step('the receiver sees thing and line, and can report them', async () => {
        const card = reader.getByRole('article').filter({ hasText: anna.firstName })
        await expect(card).toContainText(t('likes.tie.received.answer'))
        await expect(card).toContainText(answer)
        await expect(card).toContainText(line)
        expect([await violationsOf(reader), await overflow(reader)]).toEqual([[], 0])
        const { width = 0 } = (await card.boundingBox()) ?? {}
        expect(width, 'words have the whole width of a phone').toBeGreaterThan(240)
        const like = card.getByRole('button', { name: t('likes.giveBack', { name: anna.firstName }) })
        await expect(like, 'the answer is on the first screen').toBeInViewport({ ratio: 1 })
        await card.getByRole('button', { name: t('safety.open.reportNamed', { name: anna.firstName }) }).click()
        await expect(reader.getByRole('dialog', { name: t('safety.report.title', { name: anna.firstName }) })).toBeVisible()
        await reader.keyboard.press('Escape')
      })

      await test.step('at the match the thing is there, and the line is the first message', async () => {
        await reader
          .getByRole('button', { name: t('likes.giveBack', { name: anna.firstName }) })
          .first()
          .click()
        const moment = reader.getByRole('dialog', { name: t('likes.match.title', { name: anna.firstName }) })
        await expect(moment.getByText(answer)).toBeVisible()
        await expect(moment.getByText(line)).toBeVisible()
        await expect(moment).toContainText(t('likes.match.greeted', { name: anna.firstName }))
        const margin = await moment.locator('blockquote').evaluate((quote) => getComputedStyle(quote).marginBlock)
        expect(margin, 'the style sheet of the moment leaves the thing where it is').toBe('0px')
        expect(await violationsOf(reader)).toEqual([])
        await moment.getByRole('textbox', { name: t('likes.match.reply', { name: anna.firstName }) }).fill('The upper one!')
        await moment.getByRole('button', { name: t('likes.match.send'), exact: true }).click()
        const log = reader.getByRole('log')
        await expect(log.getByText(line)).toBeVisible()
        await expect(log.getByText(answer)).toBeVisible()
        await expect(log.getByText('The upper one!')).toBeVisible()
        expect([await violationsOf(reader), await overflow(reader)]).toEqual([[], 0])
      })
      await Promise.all([givers.close(), readers.close()])
    })
  })
}

for (const width of [390, 1440])
  test(`an answer of full length is read on a card of ${width} px without a cut`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 })
    const { t } = textsOf('uk')
    const [reader, writer] = [await server.addMember('Robin'), await server.addMember('Alex')]
    await server.bringTogether([reader.id, writer.id])
    const long =
      'My neighbour keeps bees on the roof and pays his rent in honey. I keep the ladder, the recipe for the cake, and very quiet about it all.'
    await answerAs(server, writer, long)
    await server.signIn(page.context(), reader.id)
    await page.goto(href(routes.peopleNearby, {}, { locale: 'uk' }))
    const card = page.getByRole('article').filter({ hasText: writer.firstName })
    const words = card.getByText(long)
    await expect(words).toBeVisible()
    expect(await words.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
    const like = card.getByRole('button', { name: t('likes.give', { name: writer.firstName }), exact: true })
    if (width < 600) await expect(like).toBeInViewport({ ratio: 1 })
    expect(await overflow(page)).toBe(0)
  })

test('an answer on a card of people nearby opens the same sheet in place', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { t } = textsOf('en')
  await signIn(page, 'anna@demo.test')
  await page.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
  await hydrated(page)
  const first = page.locator('#people h3 a').first()
  const id = new URL((await first.getAttribute('href')) ?? '', server.url).pathname.split('/').at(-1) ?? ''
  await answerAs(server, { id })
  await page.reload()
  await hydrated(page)
  const card = page.getByRole('article').filter({ has: page.locator(`a[data-tie][href*="${id}"]`) })
  const address = page.url()
  await card.locator('[data-tie^="answer."]').click()
  const sheet = page.locator('dialog#tie')
  const liked = page.waitForResponse((response) => new URL(response.url()).pathname === likeActions.like.path)
  await sheet.getByRole('button', { name: t('likes.like'), exact: true }).click()
  expect((await liked).status()).toBe(200)
  await expect(sheet).toHaveCount(0)
  expect(page.url()).toBe(address)
})

for (const width of [390, 1440])
  test(`after a tied like by keyboard, the focus is on the next card, ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 })
    const { t } = textsOf('en')
    const people = [await server.addMember('Robin'), await addWriter(server, 'Alex'), await addWriter(server, 'Kim')]
    people.push(await addWriter(server, 'Noa'))
    await server.bringTogether(people.map(({ id }) => id))
    await server.signIn(page.context(), people[0]?.id ?? '')
    await page.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
    await hydrated(page)
    const [cards, names] = [page.locator('#people li:has(h3)'), page.locator('#people h3 a')]
    await expect(names).toHaveCount(3)
    const sheet = page.locator('dialog#tie')
    const openSheet = async (card: number) => {
      await cards.nth(card).locator('[data-tie^="answer."]').press('Enter')
      await expect(sheet.getByRole('button', { name: t('likes.like'), exact: true })).toBeFocused()
    }

    await test.step('the sheet closes with the like', async () => {
      await openSheet(0)
      await page.keyboard.press('Enter')
      await expect(sheet).toHaveCount(0)
      await expect(cards.nth(0)).toHaveAttribute('data-gone', 'liked')
      await expect(names.nth(1), 'as after a plain like').toBeFocused()
    })

    await test.step('the sheet was closed while the like was on its way', async () => {
      const { promise: isClosed, resolve: goOn } = Promise.withResolvers<void>()
      await page.route(likeActions.like.path, async (route) => {
        await isClosed
        await route.continue()
      })
      await openSheet(1)
      const asked = page.waitForRequest(likeActions.like.path)
      await page.keyboard.press('Enter')
      await asked
      await page.keyboard.press('Escape')
      await expect(cards.nth(1).locator('[data-tie^="answer."]')).toBeFocused()
      goOn()
      await expect(cards.nth(1)).toHaveAttribute('data-gone', 'liked')
      await expect(names.nth(2)).toBeFocused()
    })
  })

test('a sheet from a URL with a quotation mark in its name closes', async ({ page, server }) => {
  const { t } = textsOf('en')
  const [anna, noah] = [await server.addMember('Robin'), await addWriter(server, 'Alex')]
  await server.signIn(page.context(), anna.id)
  await page.goto(href(routes.profileInfo, { id: noah.id }, { locale: 'en', query: { tie: 'answer.night-train."' } }))
  await hydrated(page)
  const sheet = page.getByRole('dialog', { name: t('likes.tie.title.answer', { name: 'Alex' }) })
  await expect(sheet.getByRole('button', { name: t('likes.like'), exact: true })).toBeFocused()
  // An error while it closes would fail the test.
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the heart leads to a form, which likes with or without a line', async ({ page, server }) => {
    const { t } = textsOf('en')
    const [anna, noah] = [await server.addMember('Robin'), await addWriter(server, 'Alex')]
    await server.signIn(page.context(), anna.id)
    await page.goto(href(routes.profileInfo, { id: noah.id }, { locale: 'en' }))
    await page.locator('[data-tie="answer.night-train"]').click()
    const sheet = page.getByRole('dialog', { name: t('likes.tie.title.answer', { name: 'Alex' }) })
    await expect(sheet.getByText(answer)).toBeVisible()
    await expect(sheet.getByRole('button', { name: t('likes.tie.send'), exact: true })).toBeHidden()
    await sheet.getByLabel(t('likes.tie.line')).fill('Write to robin@example.com')
    await sheet.getByRole('button', { name: t('likes.tie.send'), exact: true }).click()
    await expect(sheet.getByLabel(t('likes.tie.line'))).toHaveValue('Write to robin@example.com')
    await expect(sheet.getByText(t('common.field.contact'))).toBeVisible()
    await sheet.getByLabel(t('likes.tie.line')).fill(line)
    await expect(sheet.getByRole('button', { name: t('likes.like'), exact: true })).toBeHidden()
    await sheet.getByRole('button', { name: t('likes.tie.send'), exact: true }).click()
    await page.goto(href(routes.likes, {}, { locale: 'en', query: { tab: 'sent' } }))
    await expect(page.getByRole('article')).toContainText(answer)
    await expect(page.getByRole('article')).toContainText(line)
    const { conversationId = '' } = await likeAs(server, noah, anna)
    await page.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversationId } }))
    await expect(page.getByRole('log')).toContainText(line)
    await expect(page.getByRole('log')).toContainText(answer)
  })
})

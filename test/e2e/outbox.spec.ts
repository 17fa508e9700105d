import { sessionActions } from '#features/auth/contract.ts'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { expectOnceInOrder, log, writeMessage } from '../support/browser/chat-log.ts'
import { signIn, signInByPassword } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { pictures } from '../support/fixtures/pictures.ts'

/** Two matched members of the demo's crowd for each language: the writer and the partner. */
const pairs = {
  uk: [
    { email: 'uk-13@demo.test', name: 'Юлія' },
    { email: 'pl-11@demo.test', name: 'Nikita' },
  ],
} as const satisfies Partial<Record<LocaleCode, unknown>>

// One conversation for all tests of a language, with separate texts for each; so one after the other.
test.describe.configure({ mode: 'default' })
// These tests make networks fail and sessions end on purpose.
test.use({
  allowed: [
    /Failed to (load resource|connect|leave|establish)|WebSocket (connection to|is already in CLOSING)|\/api\/auth\/session|Runtime error/,
  ],
})

const photo = { name: 'bridge.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pictures.gpsJpeg, 'base64') }

let lastWord = 0
const word = (text: string) => `${text} ${process.pid}-${++lastWord}`

const composer = (page: Page) => page.locator('#message')

/** The member data stored in a browser. */
async function keptIn(page: Page): Promise<{ keys: string[]; items: number }> {
  return page.evaluate(async () => {
    const open = indexedDB.open('outbox')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const database = open.result
    const count = [...database.objectStoreNames].includes('items')
      ? database.transaction('items').objectStore('items').count()
      : null
    if (count) await new Promise((resolve) => count.addEventListener('success', resolve))
    database.close()
    return { keys: Object.keys(localStorage).filter((key) => /^(outbox|drafts:)/.test(key)), items: count?.result ?? 0 }
  })
}

/** Stands between a page and its server. `holds` names frames that get lost; `refuses` those that are answered with a refusal. */
type Line = { joins: number; holds: (frame: string) => boolean; refuses: (frame: string) => boolean }

async function openLine(page: Page): Promise<Line> {
  const line: Line = { joins: 0, holds: () => false, refuses: () => false }
  await page.routeWebSocket(/\/realtime[/?]/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      const text = String(frame)
      if (line.refuses(text))
        socket.send(JSON.stringify({ id: JSON.parse(text).id, status: 'error', code: 'forbidden', message: '' }))
      else if (!line.holds(text)) server.send(frame)
    })
    server.onMessage((frame) => {
      if (String(frame).includes('"summary"')) line.joins++
      socket.send(frame)
    })
  })
  return line
}

// In Ukrainian: its words are longer than English ones, and its script is not Latin.
for (const locale of ['uk'] as const) {
  const { t } = textsOf(locale)
  const [writer, partner] = pairs[locale]
  const to = { locale }

  /** A signed-in browser with the conversation on screen and connected. */
  async function openChat(page: Page, name: string): Promise<Line> {
    const line = await openLine(page)
    await page.goto(href(routes.messages, {}, to))
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect.poll(() => line.joins).toBeGreaterThan(0)
    return line
  }

  async function openPartner(browser: Browser, baseURL: string | undefined): Promise<Page> {
    const page = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
    await signIn(page, partner.email)
    await openChat(page, writer.name)
    return page
  }

  const write = (page: Page, text: string) => writeMessage(page, text, t)

  const expectAllSent = (page: Page) => expect(page.getByLabel(t('chat.sending'))).toHaveCount(0)

  async function goOffline(context: BrowserContext, ...pages: Page[]): Promise<void> {
    await context.setOffline(true)
    for (const page of pages) await expect(page.getByText(t('chat.connection.reconnecting'))).toBeVisible()
  }

  test.describe(`in ${locale}`, () => {
    test('what was written offline survives a reload and arrives once, in order', async ({ page, context, browser, baseURL }) => {
      await signIn(page, writer.email)
      const reader = await openPartner(browser, baseURL)
      await openChat(page, partner.name)
      const address = page.url()
      await goOffline(context, page)
      const texts = [word('one'), word('two'), word('three')]
      for (const text of texts) await write(page, text)
      await expect(page.getByLabel(t('chat.sending'))).not.toHaveCount(0)
      await expect(log(page).getByText(texts[2] ?? '')).toHaveCount(1)

      await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
      await context.setOffline(false)
      await page.goto(address)
      for (const each of [reader, page]) await expectOnceInOrder(each, texts)
      await expectAllSent(page)
      await page.reload()
      await expectOnceInOrder(page, texts)
      expect((await keptIn(page)).items).toBe(0)
      await reader.context().close()
    })

    test('a photo written offline goes out from whatever page comes next, once', async ({ page, context, browser, baseURL }) => {
      await signIn(page, writer.email)
      const reader = await openPartner(browser, baseURL)
      await openChat(page, partner.name)
      await page.getByLabel(t('chat.photo.attach')).setInputFiles(photo)
      await expect(page.getByAltText(t('chat.photo.chosen'))).toBeVisible()
      await goOffline(context, page)
      const texts = [word('With a photo'), word('and after it')]
      for (const text of texts) await write(page, text)
      await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
      await context.setOffline(false)
      await page.goto(href(routes.likes, {}, to))
      await expect.poll(async () => (await keptIn(page)).items).toBe(0)
      await expectOnceInOrder(reader, texts)
      const arrived = log(reader)
        .getByRole('listitem')
        .filter({ hasText: texts[0] ?? '' })
      await expect(arrived.getByAltText(t('chat.photo.from', { name: writer.name }))).toHaveCount(1)
      await reader.context().close()
    })

    test('two tabs that write offline share one order, and each message is sent once', async ({
      page,
      context,
      browser,
      baseURL,
    }) => {
      await signIn(page, writer.email)
      const reader = await openPartner(browser, baseURL)
      await openChat(page, partner.name)
      const other = await context.newPage()
      await openChat(other, partner.name)
      await goOffline(context, page, other)
      const texts = ['a', 'b', 'c', 'd'].map(word)
      for (const [index, text] of texts.entries()) await write(index % 2 ? other : page, text)
      for (const tab of [page, other]) await expectOnceInOrder(tab, texts)

      await context.setOffline(false)
      for (const each of [reader, page, other]) await expectOnceInOrder(each, texts)
      for (const tab of [page, other]) await expectAllSent(tab)
      await reader.context().close()
    })

    test('another tab takes over when one is closed in the middle of sending', async ({ page, context, browser, baseURL }) => {
      await signIn(page, writer.email)
      const reader = await openPartner(browser, baseURL)
      await openChat(page, partner.name)
      const closing = await context.newPage()
      const line = await openChat(closing, partner.name)
      let held = 0
      line.holds = (frame) => frame.includes('"message:send"') && ++held > 0
      const texts = [word('held'), word('behind it')]
      for (const text of texts) await write(closing, text)
      await expect.poll(() => held).toBe(1)
      await expectOnceInOrder(page, texts)
      await expect(page.getByLabel(t('chat.sending'))).not.toHaveCount(0)

      await closing.close()
      for (const each of [reader, page]) await expectOnceInOrder(each, texts)
      await expectAllSent(page)
      await reader.context().close()
    })

    test('a refused message says so; it can be sent again, or discarded', async ({ page, browser, baseURL }) => {
      await signIn(page, writer.email)
      const reader = await openPartner(browser, baseURL)
      const line = await openChat(page, partner.name)
      line.refuses = (frame) => frame.includes('"message:send"')
      const [kept, gone] = [word('again'), word('never mind')]
      await write(page, kept)
      await expect(page.getByText(t('chat.notSent'))).toHaveCount(1)
      await write(page, gone)
      await expect(page.getByText(t('chat.notSent'))).toHaveCount(2)
      await page
        .getByRole('button', { name: t('chat.discard') })
        .last()
        .click()
      await expect(log(page).getByText(gone)).toHaveCount(0)
      line.refuses = () => false
      await page.getByRole('button', { name: t('common.form.retry') }).click()
      await expect(page.getByText(t('chat.notSent'))).toHaveCount(0)
      for (const each of [page, reader]) await expectOnceInOrder(each, [kept])
      await expect(log(reader).getByText(gone)).toHaveCount(0)
      await reader.context().close()
    })

    test('a draft survives a reload, gives way to what was typed before the script came, and goes when it is sent', async ({
      page,
    }) => {
      await signIn(page, writer.email)
      await openChat(page, partner.name)
      const draft = word('Not yet done')
      await composer(page).fill(draft)
      await page.reload()
      await expect(composer(page)).toHaveValue(draft)

      const scripts = Promise.withResolvers<void>()
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await scripts.promise
        await route.continue()
      })
      await page.reload({ waitUntil: 'commit' })
      const early = word('Typed early')
      await composer(page).fill(early)
      scripts.resolve()
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await expect(composer(page)).toHaveValue(early)
      await page.unrouteAll({ behavior: 'wait' })

      const line = await openChat(page, partner.name)
      await expect(composer(page)).toHaveValue(early)
      await page.getByRole('button', { name: t('chat.send') }).click()
      await expect(composer(page)).toHaveValue('')
      await expectOnceInOrder(page, [early])
      await expectAllSent(page)
      expect(line.joins).toBeGreaterThan(0)
      await page.reload()
      await expectOnceInOrder(page, [early])
      await expect(composer(page)).toHaveValue('')
      expect((await keptIn(page)).keys).not.toContainEqual(expect.stringMatching(/^drafts:/))
    })

    test('a sign-out takes outbox and draft away, in every tab', async ({ page, context, browser, baseURL }) => {
      await signIn(page, writer.email)
      const reader = await openPartner(browser, baseURL)
      const line = await openChat(page, partner.name)
      line.holds = (frame) => frame.includes('"message:send"')
      const secret = word('Secret')
      await write(page, secret)
      const draft = word('Draft')
      await composer(page).fill(draft)
      await expect.poll(async () => (await keptIn(page)).keys.length).toBe(2)
      expect((await keptIn(page)).items).toBe(1)

      const other = await context.newPage()
      await other.goto(href(routes.mainSettings, {}, to))
      await other
        .locator(`form[action$="${sessionActions.signOut.path}"]`)
        .getByRole('button', { name: t('settings.session.signOut') })
        .click()
      await expect(other).toHaveURL(href(routes.home, {}, to))
      await expect(page).toHaveURL(new RegExp(href(routes.signIn, {}, to)))
      for (const tab of [page, other]) await expect.poll(() => keptIn(tab)).toEqual({ keys: [], items: 0 })

      // After the return, no message is left to be sent or shown.
      await signIn(page, writer.email)
      await openChat(page, partner.name)
      const next = word('Clean')
      await write(page, next)
      await expectOnceInOrder(reader, [next])
      for (const each of [page, reader]) await expect(log(each).getByText(secret)).toHaveCount(0)
      await reader.context().close()
    })

    test('another member of the same browser neither sees nor sends what the first one wrote', async ({
      page,
      context,
      browser,
      baseURL,
    }) => {
      await signIn(page, writer.email)
      const reader = await openPartner(browser, baseURL)
      const line = await openChat(page, partner.name)
      line.holds = (frame) => frame.includes('"message:send"')
      const mine = word('Mine alone')
      await write(page, mine)
      await goOffline(context, page)

      // Without a sign-out: the partner signs in here, and the open page reconnects with their cookie.
      await signInByPassword(page, partner.email)
      line.holds = () => false
      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: writer.name })).toBeVisible()
      const next = word('By the partner')
      await openChat(page, writer.name)
      await write(page, next)
      await expectOnceInOrder(reader, [next])
      for (const each of [page, reader]) await expect(log(each).getByText(mine)).toHaveCount(0)

      // After the writer's return it is sent under their own name.
      const back = await context.newPage()
      await page.close()
      await signInByPassword(back, writer.email)
      await openChat(back, partner.name)
      for (const each of [back, reader]) await expectOnceInOrder(each, [next, mine])
      await expect(log(reader).getByRole('listitem').filter({ hasText: mine })).toContainText(
        t('chat.partnerWrote', { name: writer.name }),
      )
      await reader.context().close()
    })

    test('an old tab whose session is refused leaves what whoever signed in since has written', async ({ page, context }) => {
      // Its connection does not learn of the end.
      await page.routeWebSocket(/\/realtime\?/, (socket) => socket.connectToServer().onClose(() => {}))
      await signIn(page, writer.email)
      await page.goto(href(routes.likes, {}, to))
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      const statuses: number[] = []
      page.on('response', (response) => {
        if (new URL(response.url()).pathname === sessionActions.current.path) statuses.push(response.status())
      })
      // What listens for the focus is fetched after hydration.
      const focus = async () => {
        statuses.length = 0
        await expect(async () => {
          await page.evaluate(() => window.dispatchEvent(new Event('focus')))
          await expect.poll(() => statuses.length, { timeout: 3000 }).toBeGreaterThan(0)
        }).toPass()
        return statuses[0]
      }
      expect(await focus(), 'it has a token of its own').toBe(200)

      await signInByPassword(page, partner.email)
      const other = await context.newPage()
      const line = await openChat(other, writer.name)
      line.holds = (frame) => frame.includes('"message:send"')
      const text = word('By who came later')
      await write(other, text)
      expect((await keptIn(other)).items).toBe(1)

      const loaded = page.waitForEvent('domcontentloaded')
      expect(await focus()).toBe(401)
      await loaded
      expect((await keptIn(other)).items).toBe(1)
      line.holds = () => false
      await other.reload()
      await expectOnceInOrder(other, [text])
      await expect.poll(async () => (await keptIn(other)).items).toBe(0)
      await page.close()
    })

    test('one’s own messages say how far they are: sent, delivered, read', async ({ page, browser, baseURL }) => {
      await signIn(page, writer.email)
      await openChat(page, partner.name)
      const text = word('Are you there?')
      await write(page, text)
      const mark = (name: string) =>
        log(page).getByRole('listitem').filter({ hasText: text }).getByRole('img', { name, exact: true })
      await expect(mark(t('chat.sent'))).toBeVisible()
      const reader = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
      await signIn(reader, partner.email)
      await reader.goto(href(routes.likes, {}, to))
      await expect(mark(t('chat.delivered'))).toBeVisible()
      await openChat(reader, writer.name)
      await expect(mark(t('chat.read'))).toBeVisible()
      await page.reload()
      await expect(mark(t('chat.read'))).toBeVisible()
      await reader.context().close()
    })

    test('unread messages stand in the title on every page, also of a tab that slept, until they are read', async ({
      page,
      browser,
      baseURL,
    }) => {
      const reader = await openPartner(browser, baseURL)
      await signIn(page, writer.email)
      await openChat(page, partner.name)
      await expect(page).not.toHaveTitle(/^\(/)
      await page.goto(href(routes.likes, {}, to))
      await write(reader, word('Hello?'))
      await expect(page).toHaveTitle(/^\(1\) \S/)
      await page
        .getByRole('link', { name: t('common.nav.people'), exact: true })
        .first()
        .click()
      await expect(page).toHaveURL(href(routes.peopleNearby, {}, to))
      await expect(page).toHaveTitle(/^\(1\) \S/)
      // A frozen tab receives nothing, and is up to date again when it wakes.
      const lifecycle = await page.context().newCDPSession(page)
      await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' })
      await write(reader, word('Still there?'))
      await expectAllSent(reader)
      await lifecycle.send('Page.setWebLifecycleState', { state: 'active' })
      await expect(page).toHaveTitle(/^\(2\) \S/)
      // Read in another tab.
      const other = await page.context().newPage()
      await openChat(other, partner.name)
      for (const tab of [page, other]) await expect(tab).not.toHaveTitle(/^\(/)
      await reader.context().close()
    })
  })
}

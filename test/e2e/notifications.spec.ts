import { notificationActions } from '#features/notifications/contract.ts'
import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { post, signIn, signInByPassword } from '../support/browser/demo.ts'
import { openLive } from '../support/browser/live.ts'
import { listenIn, touch } from '../support/browser/sounds.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { holdToasts, noteToasts } from '../support/browser/toasts.ts'

// In Ukrainian: its words are longer than English ones, and its script is not Latin.
const languages = ['uk'] as const satisfies LocaleCode[]

/** Members of the crowd whom no other test signs in as. */
const memberOf = (locale: LocaleCode, number: number) => `${locale}-${number}@demo.test`

const toasts = (page: Page) => page.locator('[data-sonner-toast]')

for (const locale of languages) {
  const { t, tn } = textsOf(locale)
  const likes = href(routes.likes, {}, { locale })

  test.describe(`links to chats that are not there, in ${locale}`, () => {
    // Read while the pointer is over them.
    test.use({ allowed: [/status of 404/] })
    test(`each form of a notification shows as a toast`, async ({ page, server }) => {
      await signIn(page, (await server.addMember('Robin', locale)).email)
      const say = await openLive(page, likes)
      say({ title: 'Nothing ages while one looks' })
      await toasts(page).getByRole('button').hover()
      say({ title: 'Dana', message: 'See you at eight?', link: 'chat-1', icon: '/avatars/notionists/f-3.svg' })
      const message = toasts(page).filter({ hasText: 'Dana' }).getByRole('link')
      await expect(message).toHaveAttribute('href', href(routes.messages, {}, { locale, query: { chat: 'chat-1' } }))
      await expect(message.locator('img')).toBeVisible()

      say({ kind: 'match', title: 'A match' })
      await expect(toasts(page).filter({ hasText: 'A match' }).locator('[data-type="success"]')).toBeVisible()
      say({ title: 'Liked', like_out: true, like_remain: 23 })
      const like = toasts(page).filter({ hasText: 'Liked' })
      await expect(like.locator('use[href*="#heart"]')).toHaveCount(1)
      await expect(like).toContainText('23')
      say({ title: 'A date', timer_on: true, timer: 75, link_blind: 'date-1' })
      const date = toasts(page).filter({ hasText: 'A date' })
      await expect(date).toContainText('01:15')
      await expect(date).toContainText('01:14')
      await expect(date.getByRole('link')).toHaveAttribute('href', /\/blind-dates\/date-1$/)
      say({ title: 'A stranger', link_anon: 'talk-1' })
      await expect(toasts(page).filter({ hasText: 'A stranger' }).getByRole('link')).toHaveAttribute(
        'href',
        /\/anonymous-chat\/talk-1$/,
      )
      say({ kind: 'security', type: 'security', title: 'Careful' })
      await expect(toasts(page).filter({ hasText: 'Careful' }).getByRole('alert')).toBeVisible()

      const box = await toasts(page).first().boundingBox()
      expect(box?.width).toBe(300)
      await expect(page.locator('[data-sonner-toaster]')).toHaveCSS('z-index', '5000')
      await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-x-position', 'right')
      await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-y-position', 'top')
      await expect(toasts(page)).toHaveCount(7)
    })
  })

  test(`a toast goes after three seconds, by a press that leads, and by Escape, in ${locale}`, async ({ page, server }) => {
    await signIn(page, (await server.addMember('Robin', locale)).email)
    const say = await openLive(page, likes)
    say({ title: 'First' })
    await expect(toasts(page)).toHaveCount(1)
    const since = Date.now()
    await expect(toasts(page)).toHaveCount(0)
    expect(Date.now() - since).toBeGreaterThan(2000)
    expect(Date.now() - since).toBeLessThan(5000)

    say({ title: 'By key' })
    await toasts(page).getByRole('button').focus()
    await expect(toasts(page), 'it waits for whoever is there').toHaveCount(1, { timeout: 4000 })
    await page.keyboard.press('Escape')
    await expect(toasts(page)).toHaveCount(0)

    say({ title: 'Leads', kind: 'moderation' })
    await toasts(page).getByRole('link').click()
    await expect(page).toHaveURL(href(routes.profileSettings, {}, { locale }))
    await expect(toasts(page)).toHaveCount(0)
  })

  test(`what happened is counted at the bell and listed in its panel, in ${locale}`, async ({
    page,
    browser,
    baseURL,
    server,
  }) => {
    const { email } = await server.addMember('Robin', locale)
    await signInByPassword(page, email)
    await post(page, notificationActions.read.path, {})
    const before = textsOf(locale).t('common.notifications.label')
    const shown = await noteToasts(page)
    await openLive(page, likes)
    await expect(page.getByRole('link', { name: before, exact: true })).toBeVisible()

    // A browser that the member has not used before.
    const elsewhere = await (await browser.newContext({ baseURL })).newPage()
    await signInByPassword(elsewhere, email)
    await expect.poll(async () => (await shown()).join()).toContain(t('notifications.security.newDeviceTitle'))
    const bell = page.getByRole('link', { name: tn('common.notifications.bell', 1) })
    await bell.click()
    const panel = page.getByRole('dialog', { name: t('common.notifications.title') })
    // The newest one: another test may have signed in as the same member.
    const item = panel.getByRole('link', { name: t('notifications.security.newDeviceTitle') }).first()
    await expect(item).toContainText(t('common.notifications.unread'))
    await expect(page.getByRole('link', { name: before, exact: true }), 'looking at it is reading it').toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()

    // The next page gets it from the server.
    await page.reload()
    await page.getByRole('link', { name: before, exact: true }).click()
    await expect(item).toBeVisible()
    await item.click()
    await expect(page).toHaveURL(href(routes.mainSettings, {}, { locale }))
    await expect(panel).toBeHidden()
  })

  test(`settings are saved and obeyed, in ${locale}`, async ({ page, browser, baseURL, server }) => {
    const { email } = await server.addMember('Robin', locale)
    await signInByPassword(page, email)
    await page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'notifications' } }))
    const cell = (kind: 'security', channel: 'toast' | 'sound') =>
      page.getByRole('checkbox', {
        name: t('settings.notifications.kinds.cell', {
          kind: t(`settings.notifications.kind.${kind}.name`),
          channel: t(`settings.notifications.kinds.${channel}`),
        }),
      })
    await cell('security', 'toast').uncheck()
    await expect(page.getByText(t('settings.notifications.kinds.saved'))).toBeVisible()

    const quiet = page.locator('form').filter({ has: page.getByLabel(t('settings.notifications.quiet.from'), { exact: true }) })
    await quiet.getByRole('checkbox').check()
    await quiet.getByLabel(t('settings.notifications.quiet.from'), { exact: true }).selectOption({ label: '21:30' })
    await expect(page.getByText(t('settings.notifications.quiet.saved'))).toBeVisible()

    await page.reload()
    await expect(cell('security', 'toast')).not.toBeChecked()
    await expect(cell('security', 'sound')).toBeChecked()
    await expect(page.getByLabel(t('settings.notifications.quiet.from'), { exact: true })).toHaveValue('21:30')

    const elsewhere = await (await browser.newContext({ baseURL })).newPage()
    await signInByPassword(elsewhere, email)
    await expect(page.getByRole('link', { name: tn('common.notifications.bell', 1) })).toBeVisible()
    await expect(toasts(page)).toHaveCount(0)
  })

  test.describe(`without JavaScript, in ${locale}`, () => {
    test.use({ javaScriptEnabled: false })

    test('the bell leads to the list, and the forms keep what is set', async ({ page, browser, baseURL, server }) => {
      const { email } = await server.addMember('Robin', locale)
      await signInByPassword(page, email)
      const elsewhere = await (await browser.newContext({ baseURL, javaScriptEnabled: true })).newPage()
      await signInByPassword(elsewhere, email)

      await page.goto(likes)
      await page.getByRole('link', { name: tn('common.notifications.bell', 1) }).click()
      await expect(page).toHaveURL(href(routes.mainSettings, {}, { locale, query: { section: 'latest' } }))
      const section = page.locator('#notifications')
      await expect(section.getByRole('link', { name: t('notifications.security.newDeviceTitle') })).toBeVisible()
      await section.getByRole('button', { name: t('settings.notifications.latest.markRead') }).click()
      await expect(section.getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('link', { name: t('common.notifications.label'), exact: true })).toBeVisible()

      await page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'notifications' } }))
      const box = page.locator('input[name="toast[]"][value="like"]')
      await box.uncheck()
      await page.locator('form').filter({ has: box }).getByRole('button').click()
      await expect(page.getByText(t('settings.notifications.kinds.saved'))).toBeVisible()
      await expect(box).not.toBeChecked()
      await expect(page.locator('noscript p')).toBeVisible()
      await expect(page.locator('input[name="notifyID"]')).toHaveCount(0)
    })
  })
}

/** `shown` resolves with the first toast. Playwright's own look at a page counts as a touch for the browser. */
async function noteFirstToast(page: Page): Promise<{ shown: Promise<void> }> {
  const { promise: shown, resolve } = Promise.withResolvers<void>()
  await page.exposeBinding('noteToast', () => resolve())
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-sonner-toast]')) return
      observer.disconnect()
      const { noteToast } = window as unknown as { noteToast: () => void }
      noteToast()
    }).observe(document, { childList: true, subtree: true })
  })
  return { shown }
}

test('a sound is played once over two windows, of which both show the toast', async ({ page, context }) => {
  const played = await listenIn(page)
  await signIn(page, memberOf('pl', 5))
  const other = await context.newPage()
  for (const window of [page, other]) await holdToasts(window)
  const says = [
    await openLive(page, href(routes.likes, {}, { locale: 'en' })),
    await openLive(other, href(routes.likes, {}, { locale: 'en' })),
  ]
  await touch(page)
  await touch(other)
  for (const id of ['one', 'two']) {
    for (const say of says) say({ id, title: `Notice ${id}` })
    for (const window of [page, other]) await expect(toasts(window).filter({ hasText: `Notice ${id}` })).toHaveCount(1)
  }
  await expect.poll(() => played).toEqual(['/sounds/uvedomlenie10.mp3', '/sounds/uvedomlenie10.mp3'])
  for (const say of says) say({ id: 'silent', title: 'Notice silent', sound: false })
  for (const window of [page, other]) await expect(toasts(window).filter({ hasText: 'Notice silent' })).toHaveCount(1)
  for (const say of says) say({ id: 'three', title: 'Notice three' })
  await expect.poll(() => played).toHaveLength(3)
})

test('nothing is played before the first touch', async ({ page }) => {
  const played = await listenIn(page)
  await signIn(page, memberOf('pt', 5))
  const { shown } = await noteFirstToast(page)
  const say = await openLive(page, href(routes.likes, {}, { locale: 'en' }))
  say({ title: 'Before' })
  await shown
  await expect(toasts(page)).toContainText('Before')
  await touch(page)
  say({ title: 'After' })
  await expect.poll(() => played).toHaveLength(1)
})

test('of what came to a hidden window the newest stands at the return, for its own time', async ({ page }) => {
  await signIn(page, memberOf('cs', 5))
  const say = await openLive(page, href(routes.likes, {}, { locale: 'en' }))
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  say({ title: 'Before' })
  await expect(toasts(page)).toHaveCount(1)
  await setHidden(true)
  for (const title of ['First', 'Second', 'Third']) say({ title })
  // Without a viewer the other toasts expire as usual, and the newest waits.
  await expect(toasts(page)).toHaveText([/Third/], { timeout: 15_000 })
  for (const title of ['Fourth', 'Fifth']) say({ title })
  await expect(toasts(page).filter({ hasText: 'Fifth' })).toHaveCount(1)
  await setHidden(false)
  await expect(toasts(page)).toHaveText([/Fifth/])
  await expect(toasts(page)).toHaveCount(0)
})

test('the chosen sound can be tried, is kept, and is what plays', async ({ page }) => {
  const played = await listenIn(page)
  const { t } = textsOf('uk')
  await signIn(page, memberOf('cs', 4))
  const say = await openLive(page, href(routes.mainSettings, {}, { locale: 'uk', query: { section: 'notifications' } }))
  const name = t('settings.notifications.sound.name3')
  await page.getByRole('button', { name: t('settings.notifications.sound.tryNamed', { sound: name }) }).click()
  await expect.poll(() => played).toEqual(['/sounds/notification.mp3'])
  await page.getByRole('radio', { name }).check()
  expect(await page.evaluate(() => localStorage.getItem('notifyID'))).toBe('3')
  say({ title: 'Now' })
  await expect.poll(() => played).toEqual(['/sounds/notification.mp3', '/sounds/notification.mp3'])
  await page.reload()
  await expect(page.getByRole('radio', { name })).toBeChecked()
})

test.describe('what can go wrong with sounds', () => {
  test.use({ allowed: [/^error: (Audio playback failed|The stored notifyID cannot be read)/] })

  /** A page with a live connection whose console is read, and on which somebody chose a sound. */
  async function openWith(page: Page, { choice, fails }: { choice: string; fails: boolean }) {
    const played = await listenIn(page, { fails })
    const lines: string[] = []
    page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`))
    await signIn(page, memberOf('de', 4))
    const say = await openLive(page, href(routes.likes, {}, { locale: 'en' }))
    await touch(page)
    await page.evaluate((chosen) => localStorage.setItem('notifyID', chosen), choice)
    return { played, lines, say }
  }
  const standard = ['/sounds/uvedomlenie10.mp3']

  test('a failed playback is reported on the console', async ({ page }) => {
    const { played, lines, say } = await openWith(page, { choice: '1', fails: true })
    say({ title: 'One' })
    await expect.poll(() => lines).toContainEqual(expect.stringMatching(/^error: Audio playback failed/))
    expect(played).toEqual(standard)
  })

  test('a stored choice that cannot be read is logged, and the standard sound plays', async ({ page }) => {
    const { played, lines, say } = await openWith(page, { choice: '{', fails: false })
    say({ title: 'One' })
    await expect.poll(() => played).toEqual(standard)
    expect(lines).toContainEqual(expect.stringMatching(/^error: The stored notifyID cannot be read/))
  })

  test('a choice of no sound that there is raises a warning, and the standard sound plays', async ({ page }) => {
    const { played, lines, say } = await openWith(page, { choice: '7', fails: false })
    say({ title: 'One' })
    await expect.poll(() => played).toEqual(standard)
    expect(lines).toContain('warning: Unknown sound choice: 7')
  })
})

test('the sounds are files of this site that browsers keep', async ({ page }) => {
  for (const file of ['uvedomlenie10', 'uvedomlenie14', 'notification']) {
    const response = await page.request.get(`/sounds/${file}.mp3`)
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toBe('audio/mpeg')
    expect(response.headers()['cache-control']).toContain('max-age=')
  }
})

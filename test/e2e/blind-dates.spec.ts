import type { Page } from '@playwright/test'
import { blindDateActions } from '#features/blind-dates/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { datesIn, test } from '../support/browser/dates.ts'
import { post } from '../support/browser/demo.ts'
import { leaveTalk, leaveToggle } from '../support/browser/leave.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect } from '../support/browser/test.ts'
import { controlSockets, holdSockets, listen } from '../support/browser/transport.ts'

// A server of its own: these people are strangers in other tests.
test.use({ dateTalkFactor: 1.0001 })

const uk = datesIn('uk')
const en = datesIn('en')
const phone = { viewport: { width: 390, height: 844 } }

test('two who suit each other talk with the same prompts by the same clock; leaving ends it for both alike', async ({ meet }) => {
  const { t, heading, button, composer, log, say, secondsLeft, expectEnd } = uk
  const guests = await meet(0, phone)
  const [one, other] = guests
  await uk.offer(guests)
  const [page, otherPage] = [one.page, other.page]
  expect(await violationsOf(page)).toEqual([])
  await expect(page.getByRole('timer')).toContainText(/\d/)
  await button(page, t('dates.offer.accept')).click()
  await expect(heading(page, t('dates.offer.ready'))).toBeVisible()
  await button(otherPage, t('dates.offer.accept')).click()
  await expect(composer(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: t('dates.talk.begun') })).toBeAttached()
  expect(await violationsOf(page)).toEqual([])

  await say(page, 'Привіт!')
  await expect(log(otherPage).getByText('Привіт!')).toBeVisible()
  const promptOn = (of: Page) => of.getByText(t('dates.talk.prompt')).locator('..').innerText()
  expect(await promptOn(page)).toBe(await promptOn(otherPage))

  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await expect(log(tab).getByText('Привіт!')).toBeVisible()
  await page.reload()
  await expect(log(page).getByText('Привіт!')).toBeVisible()
  for (const each of [page, otherPage, tab]) await expect(each.getByText(t('encounters.here'))).toBeVisible()
  const clocks = await Promise.all([page, otherPage, tab].map(secondsLeft))
  expect(Math.max(...clocks) - Math.min(...clocks)).toBeLessThanOrEqual(3)
  expect(Math.max(...clocks)).toBeLessThanOrEqual(300)
  for (const text of [other.person.firstName, other.person.id]) expect(await page.content()).not.toContain(text)

  await test.step('leaving asks once in place, by keyboard too, and whoever stays goes on talking', async () => {
    const confirm = button(page, t('encounters.leave.confirm'))
    await leaveToggle(page).focus()
    await page.keyboard.press('Enter')
    await expect(confirm).toBeVisible()
    await expect(page.getByText(t('encounters.leave.text'))).toBeInViewport({ ratio: 1 })
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Tab')
    await expect(confirm).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(confirm).toBeHidden()
    await expect(leaveToggle(page)).toBeFocused()
    await leaveToggle(page).click()
    await page.locator('summary').getByText(t('encounters.leave.stay'), { exact: true }).click()
    await expect(confirm).toBeHidden()
    expect(await secondsLeft(page)).toBeGreaterThan(0)
  })
  await leaveTalk(tab, t)
  for (const each of [page, otherPage, tab]) await expectEnd(each)
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await expectEnd(page)
})

test('a report ends the date, names nobody in a list, and looks like any other end to the other one', async ({ meet }) => {
  const { t, button, say, expectEnd } = en
  const guests = await meet(1)
  const [one, other] = guests
  await en.talk(guests)
  const [page, otherPage] = [one.page, other.page]
  await say(otherPage, 'Something unkind')
  await button(page, t('dates.report.open')).click()
  const dialog = page.getByRole('dialog', { name: t('dates.report.title') })
  await dialog.getByRole('radio', { name: t('safety.report.categories.harassment') }).check()
  await button(page, t('safety.open.report')).click()
  await expect(page.getByText(t('dates.report.done'))).toBeVisible()
  await expectEnd(otherPage)
  await page.goto(href(routes.mainSettings, {}, { locale: 'en', query: { section: 'privacy' } }))
  await expect(page.getByText(t('safety.blocked.none'))).toBeVisible()
  expect(await page.content()).not.toContain(other.person.id)
})

test('who accepts alone waits again, before others, and meets the next one', async ({ meet }) => {
  const [one, absent, third] = await meet(2, {}, 3)
  const { t, heading, button, look, expectOffer, acceptAll, expectEnd, lobby } = uk
  if (!third) throw new Error('Three people')
  await look(one.page)
  await look(absent.page)
  for (const { page } of [one, absent]) await expectOffer(page)
  const tab = await one.page.context().newPage()
  await tab.goto(one.page.url())
  await hydrated(tab)
  await button(one.page, t('dates.offer.accept')).click()
  // The other one does nothing for 30 s.
  for (const page of [one.page, tab]) {
    await expect(page).toHaveURL(lobby, { timeout: 45_000 })
    await expect(heading(page, t('dates.waiting.title'))).toBeVisible()
  }
  await expectEnd(absent.page)
  await look(third.page)
  for (const page of [one.page, tab, third.page]) await expectOffer(page)
  await acceptAll([one, third])
  await expect(uk.composer(tab)).toBeVisible()
})

test('the seconds of who drops out are counted, and the end is the same for both', async ({ meet }) => {
  const { t, tn, expectEnd } = en
  const guests = await meet(4)
  await en.talk(guests)
  const [one, other] = guests
  const address = other.page.url()
  const context = other.page.context()
  await other.page.close()
  const counted = new RegExp(tn('encounters.away', 20).split('20')[0] ?? '')
  await expect(one.page.locator('[aria-hidden="true"]').filter({ hasText: counted })).toBeVisible()
  await expect(
    one.page.getByText(t('encounters.dropped', { name: await one.page.getByRole('heading', { level: 1 }).innerText() })),
  ).toBeAttached()
  await expectEnd(one.page)
  const again = await context.newPage()
  await again.goto(address)
  await expectEnd(again)
})

test('who says not now ends the offer at once, and the other one looks on', async ({ meet }) => {
  const { t, heading, button, expectEnd, lobby } = en
  const guests = await meet(3)
  const [one, other] = guests
  await en.offer(guests)
  await button(one.page, t('dates.offer.accept')).click()
  await expect(heading(one.page, t('dates.offer.ready'))).toBeVisible()
  await button(other.page, t('dates.offer.decline')).click()
  await expectEnd(other.page)
  await expect(one.page).toHaveURL(lobby)
  await button(one.page, t('encounters.wait.stop')).click()
  await expect(button(one.page, t('dates.now.start'))).toBeVisible()
})

test.describe('where lines break on purpose', () => {
  // Some Chromium releases report a refused WebSocket or call as an error.
  test.use({
    allowed: [/WebSocket connection to|Failed to (load resource|establish socket connection|connect to the presence-)/],
  })

  test('a lost line comes back into the same talk, with what was written meanwhile and the clock where it is', async ({
    meet,
  }) => {
    const { t, composer, log, say, secondsLeft } = uk
    const guests = await meet(5)
    const [one, other] = guests
    await uk.offer(guests)
    const sockets = await controlSockets(one.page, { isBlocked: false })
    await one.page.reload()
    await uk.acceptAll([one, other])
    await one.page.context().setOffline(true)
    await sockets.block()
    await expect(one.page.getByText(t('encounters.lost'))).toBeVisible({ timeout: 20_000 })
    // The page's own notice, which came first, makes way for it.
    await expect(one.page.locator('.connection, .offline, [data-notice]').filter({ visible: true })).toHaveCount(1)
    await composer(one.page).fill('Ще тут')
    await composer(one.page).press('Enter')
    await say(other.page, 'Чекаю')
    await one.page.context().setOffline(false)
    await sockets.unblock()
    await expect(log(one.page).getByText('Чекаю')).toBeVisible({ timeout: 20_000 })
    await expect(log(other.page).getByText('Ще тут')).toBeVisible()
    expect(Math.abs((await secondsLeft(one.page)) - (await secondsLeft(other.page)))).toBeLessThanOrEqual(3)
  })

  test('all of it works where WebSockets do not', async ({ meet }) => {
    const { t, log, say, look, expectOffer, expectEnd } = en
    const guests = await meet(6)
    const [one, other] = guests
    const heard = listen(one.page)
    for (const { page } of guests) await controlSockets(page, { isBlocked: true })
    await look(one.page)
    await look(other.page)
    for (const { page } of guests) await expectOffer(page)
    await en.acceptAll(guests)
    await say(one.page, 'Over polling')
    await expect(log(other.page).getByText('Over polling')).toBeVisible()
    expect(heard.polled.length).toBeGreaterThan(0)
    await leaveTalk(other.page, t)
    for (const { page } of guests) await expectEnd(page)
  })
})

test('clocks of browsers that are wrong by hours change nothing', async ({ meet }) => {
  const { t, timer, look, expectOffer, secondsLeft, expectEnd } = uk
  const guests = await meet(7)
  const [one, other] = guests
  await setBack(one.page, 5)
  await setBack(other.page, -3)
  await look(one.page)
  await expect(timer(one.page)).toContainText('00:0')
  await look(other.page)
  for (const { page } of guests) await expectOffer(page)
  for (const { page } of guests) {
    const [seconds] = /\d+/.exec(await timer(page).innerText()) ?? []
    expect(Number(seconds)).toBeLessThanOrEqual(30)
    expect(Number(seconds)).toBeGreaterThan(5)
  }
  await uk.acceptAll(guests)
  const [own, others] = [await secondsLeft(one.page), await secondsLeft(other.page)]
  expect(Math.abs(own - others)).toBeLessThanOrEqual(3)
  expect([own > 240, own <= 300]).toEqual([true, true])
  await leaveTalk(one.page, t)
  for (const { page } of guests) await expectEnd(page)
})

/** The page's own clock is so many hours behind. */
async function setBack(page: Page, hours: number): Promise<void> {
  await page.addInitScript((offset) => {
    const Real = Date
    const wrong = () => Real.now() - offset
    window.Date = new Proxy(Real, {
      construct: (target, input) => Reflect.construct(target, input.length === 0 ? [wrong()] : input),
      get: (target, key) => (key === 'now' ? wrong : Reflect.get(target, key)),
    })
  }, hours * 3_600_000)
}

test('an evening is booked and cancelled, and every tab follows', async ({ meet }) => {
  const { t, lobby, button, heading } = uk
  const [{ page }] = await meet(8, { ...phone, reducedMotion: 'reduce' })
  await page.goto(lobby)
  await hydrated(page)
  expect(await violationsOf(page)).toEqual([])
  const tab = await page.context().newPage()
  await tab.goto(lobby)
  await hydrated(tab)
  const slots = page.locator('button[name="slot"]')
  const count = await slots.count()
  const slot = await slots.last().getAttribute('value')
  await slots.last().click()
  for (const each of [page, tab]) {
    await expect(heading(each, t('dates.booked.title'))).toBeVisible()
    await expect(each.locator('button[name="slot"]')).toHaveCount(count - 1)
  }
  await expect(page.locator(':focus')).toContainText(t('dates.evenings.booked'))
  expect(await violationsOf(page)).toEqual([])
  const calendar = page.getByRole('link', { name: t('dates.booked.calendar') })
  await expect(calendar).toHaveAttribute('href', `${blindDateActions.calendar.path}?slot=${encodeURIComponent(slot ?? '')}`)
  await button(tab, t('dates.booked.cancel')).click()
  for (const each of [page, tab]) {
    await expect(heading(each, t('dates.booked.title'))).toHaveCount(0)
    await expect(each.locator('button[name="slot"]')).toHaveCount(count)
  }
})

test('a tab whose connection comes only after a booking shows it all the same', async ({ meet }) => {
  const { t, lobby, heading } = en
  const [{ page }] = await meet(13)
  const tab = await page.context().newPage()
  const letThrough = await holdSockets(tab)
  for (const each of [page, tab]) {
    await each.goto(lobby)
    await hydrated(each)
  }
  await page.locator('button[name="slot"]').last().click()
  await expect(heading(page, t('dates.booked.title'))).toBeVisible()
  await expect(heading(tab, t('dates.booked.title'))).toHaveCount(0)
  letThrough()
  await expect(heading(tab, t('dates.booked.title'))).toBeVisible()
})

for (const dates of [uk, en]) {
  test(`an evening is booked and cancelled without a script in ${dates.locale}`, async ({ meet }) => {
    const { t, lobby, button, heading } = dates
    const [{ page }] = await meet(dates === uk ? 9 : 10, { javaScriptEnabled: false })
    await page.goto(lobby)
    await page.locator('button[name="slot"]').nth(2).click()
    await expect(page).toHaveURL(lobby)
    await expect(heading(page, t('dates.booked.title'))).toBeVisible()
    await expect(page.getByText(t('dates.evenings.booked'))).toHaveCount(1)
    await button(page, t('dates.booked.cancel')).click()
    await expect(heading(page, t('dates.booked.title'))).toHaveCount(0)
  })
}

test('an anonymous chat is in the way, and the page says so; the search for one is given up for a date', async ({ meet }) => {
  const { t, lobby, button, heading, look } = uk
  const [{ page }] = await meet(11)
  await page.goto(href(routes.anonymousChat, {}, { locale: 'uk' }))
  await button(page, t('anonymous.join')).click()
  await expect(heading(page, t('anonymous.waiting.title'))).toBeVisible()
  await page.goto(lobby)
  await expect(page.getByText(t('dates.now.endsSearch'))).toBeVisible()
  await look(page)
  await expect(heading(page, t('dates.waiting.title'))).toBeVisible()
  await expect(page.getByText(t('encounters.wait.few'))).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await button(page, t('encounters.wait.stop')).click()
  await expect(button(page, t('dates.now.start'))).toBeVisible()
})

test('no date of others, and none that never was, is found', async ({ meet }) => {
  const { t, button, heading } = en
  const guests = await meet(12, {}, 3)
  const [one, other, stranger] = guests
  if (!stranger) throw new Error('Three people')
  await en.offer(guests)
  const address = new URL(one.page.url()).pathname
  for (const path of [address, `/blind-dates/b-${'x'.repeat(24)}`, '/blind-dates/nonsense']) {
    const answer = await stranger.page.request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
  }
  const id = address.split('/').at(-1) ?? ''
  await post(one.page, blindDateActions.leave.path, { id })
  await en.expectEnd(one.page)
  await expect(button(one.page, t('dates.ended.again'))).toBeVisible()
  // The other one could still have accepted, so they wait again.
  await expect(other.page).toHaveURL(en.lobby)
  await expect(heading(other.page, t('dates.waiting.title'))).toBeVisible()
  await button(other.page, t('encounters.wait.stop')).click()
  await expect(button(other.page, t('dates.now.start'))).toBeVisible()
})

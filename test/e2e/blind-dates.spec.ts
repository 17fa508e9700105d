import type { BrowserContext, Page } from '@playwright/test'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { settingsActions } from '#features/settings/contract.ts'
import { demoMembers } from '#seed/demo/crowd.ts'
import { suit } from '#seed/demo/member.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { datesIn, test } from '../support/browser/dates.ts'
import { callsOf, post, postBy, suitedGroup } from '../support/browser/demo.ts'
import { leaveTalk, leaveToggle } from '../support/browser/leave.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect } from '../support/browser/test.ts'
import { controlSockets, holdSockets, listen } from '../support/browser/transport.ts'

test.use({
  // A server of its own: these people are strangers in other tests.
  dateTalkFactor: 1.0001,
  // Lines break on purpose: some Chromium releases report a refused WebSocket or call as an error.
  allowed: [/WebSocket connection to|Failed to (load resource|establish socket connection|connect to the presence-)/],
})

const uk = datesIn('uk')
const en = datesIn('en')
const phone = { viewport: { width: 390, height: 844 } }

test('two who suit each other, with clocks wrong by hours, talk by the same clock and prompts, over a lost line too; leaving ends it alike', async ({
  meet,
}) => {
  const { t, heading, button, composer, log, timer, look, expectOffer, say, secondsLeft, expectEnd } = uk
  const guests = await meet(0, phone)
  const [one, other] = guests
  const [page, otherPage] = [one.page, other.page]
  await setBack(page.context(), 5)
  await setBack(otherPage.context(), -3)
  const sockets = await controlSockets(page, { isBlocked: false })

  await test.step('they wait and are offered each other, by the clock of the server', async () => {
    await look(page)
    await expect(heading(page, t('dates.waiting.title'))).toBeVisible()
    await expect(timer(page)).toContainText('00:0')
    await look(otherPage)
    for (const each of [page, otherPage]) await expectOffer(each)
    for (const each of [page, otherPage]) {
      const [seconds] = /\d+/.exec(await timer(each).innerText()) ?? []
      expect(Number(seconds)).toBeLessThanOrEqual(30)
      expect(Number(seconds)).toBeGreaterThan(5)
    }
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('dates.offer.accept')).click()
    await expect(heading(page, t('dates.offer.ready'))).toBeVisible()
    await button(otherPage, t('dates.offer.accept')).click()
    await expect(composer(page)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: t('dates.talk.begun') })).toBeAttached()
    const left = await secondsLeft(page)
    expect([left > 240, left <= 300]).toEqual([true, true])
    expect(await violationsOf(page)).toEqual([])
  })

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

  await test.step('a lost line comes back into the talk, with what was written meanwhile and the clock where it is', async () => {
    await page.context().setOffline(true)
    await sockets.block()
    await expect(page.getByText(t('encounters.lost'))).toBeVisible()
    // The page's own notice, which came first, makes way for it.
    await expect(page.locator('.connection, .offline, [data-notice]').filter({ visible: true })).toHaveCount(1)
    await composer(page).fill('Ще тут')
    await composer(page).press('Enter')
    await say(otherPage, 'Чекаю')
    await page.context().setOffline(false)
    await sockets.unblock()
    await expect(log(page).getByText('Чекаю')).toBeVisible()
    await expect(log(otherPage).getByText('Ще тут')).toBeVisible()
    expect(Math.abs((await secondsLeft(page)) - (await secondsLeft(otherPage)))).toBeLessThanOrEqual(3)
  })

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

test('where WebSockets do not get through two talk, and a report ends it, names nobody in a list and looks like any other end', async ({
  meet,
}) => {
  const { t, button, log, say, look, expectOffer, expectEnd } = en
  const guests = await meet(1)
  const [one, other] = guests
  const [page, otherPage] = [one.page, other.page]
  const heard = listen(page)
  for (const each of guests) await controlSockets(each.page, { isBlocked: true })
  await look(page)
  await look(otherPage)
  for (const each of guests) await expectOffer(each.page)
  await en.acceptAll(guests)
  await say(otherPage, 'Something unkind')
  await expect(log(page).getByText('Something unkind')).toBeVisible()
  expect(heard.polled.length).toBeGreaterThan(0)
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

test('who accepts alone waits again at a "not now", on every tab, and meets the next one there', async ({ meet }) => {
  const [one, absent, third] = await meet(2, {}, 3)
  const { t, heading, button, look, offer, expectOffer, acceptAll, expectEnd, lobby } = uk
  if (!third) throw new Error('Three people')
  await offer([one, absent])
  const tab = await one.page.context().newPage()
  await tab.goto(one.page.url())
  await hydrated(tab)
  await button(one.page, t('dates.offer.accept')).click()
  await expect(heading(one.page, t('dates.offer.ready'))).toBeVisible()
  await button(absent.page, t('dates.offer.decline')).click()
  await expectEnd(absent.page)
  await expect(button(absent.page, t('dates.ended.again'))).toBeVisible()
  for (const page of [one.page, tab]) {
    await expect(page).toHaveURL(lobby)
    await expect(heading(page, t('dates.waiting.title'))).toBeVisible()
  }

  await look(third.page)
  for (const page of [one.page, tab, third.page]) await expectOffer(page)
  await acceptAll([one, third])
  await expect(uk.composer(tab)).toBeVisible()
})

test('a search is given up, and the seconds of who drops out of a talk are counted; the end is the same for both', async ({
  meet,
}) => {
  const guests = await meet(9)
  const [one, other] = guests
  const { t, tn, button, look, offer, acceptAll, expectEnd } = uk
  await look(one.page)
  await button(one.page, t('encounters.wait.stop')).click()
  await expect(button(one.page, t('dates.now.start'))).toBeVisible()

  await offer(guests)
  await acceptAll(guests)
  const address = other.page.url()
  const context = other.page.context()
  await other.page.close()
  const counted = new RegExp(tn('encounters.away', 20).split('20')[0] ?? '')
  await expect(one.page.locator('[aria-hidden="true"]').filter({ hasText: counted })).toBeVisible()
  const name = await one.page.getByRole('heading', { level: 1 }).innerText()
  await expect(one.page.getByText(t('encounters.dropped', { name }))).toBeAttached()
  await expectEnd(one.page)
  const again = await context.newPage()
  await again.goto(address)
  await expectEnd(again)
})

/** The pages' own clock is so many hours behind. */
async function setBack(context: BrowserContext, hours: number): Promise<void> {
  await context.addInitScript((offset) => {
    const Real = Date
    const wrong = () => Real.now() - offset
    window.Date = new Proxy(Real, {
      construct: (target, input) => Reflect.construct(target, input.length === 0 ? [wrong()] : input),
      get: (target, key) => (key === 'now' ? wrong : Reflect.get(target, key)),
    })
  }, hours * 3_600_000)
}

test('an evening is booked and cancelled, and every tab follows, also one that connects later; a search for a chat is given up for a date', async ({
  meet,
}) => {
  const { t, lobby, button, heading } = uk
  const [{ page }] = await meet(8, { ...phone, reducedMotion: 'reduce' })
  const [tab, late] = [await page.context().newPage(), await page.context().newPage()]
  const letThrough = await holdSockets(late)
  for (const each of [page, tab, late]) {
    await each.goto(lobby)
    await hydrated(each)
  }
  expect(await violationsOf(page)).toEqual([])
  const slots = page.locator('button[name="slot"]')
  const count = await slots.count()

  await test.step('a booking shows on every tab', async () => {
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
  })

  await test.step('a tab whose connection comes only after a booking shows it all the same', async () => {
    await expect(heading(late, t('dates.booked.title'))).toHaveCount(0)
    letThrough()
    await expect(heading(late, t('dates.booked.title'))).toBeVisible()
    await late.close()
  })

  await test.step('a cancellation shows on every tab', async () => {
    await button(tab, t('dates.booked.cancel')).click()
    for (const each of [page, tab]) {
      await expect(heading(each, t('dates.booked.title'))).toHaveCount(0)
      await expect(each.locator('button[name="slot"]')).toHaveCount(count)
    }
    await tab.close()
  })

  await test.step('a search for an anonymous chat is in the way: the page says so, and it is given up for a date', async () => {
    await page.goto(href(routes.anonymousChat, {}, { locale: 'uk' }))
    await button(page, t('anonymous.join')).click()
    await expect(heading(page, t('anonymous.waiting.title'))).toBeVisible()
    await page.goto(lobby)
    await expect(page.getByText(t('dates.now.endsSearch'))).toBeVisible()
    await button(page, t('dates.now.start')).click()
    await expect(heading(page, t('dates.waiting.title'))).toBeVisible()
    await expect(page.getByText(t('encounters.wait.few'))).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('encounters.wait.stop')).click()
    await expect(button(page, t('dates.now.start'))).toBeVisible()
  })
})

test('eight in London is ten in Kyiv: the page lists a time to which five come, says how many, and books it', async ({
  server,
  meet,
}) => {
  const [{ page, person }] = await meet(3, phone)
  const taken = new Set([0, 1, 2, 3, 8, 9].flatMap((index) => suitedGroup(index).map(({ id }) => id)))
  const members = demoMembers().filter(({ state }) => state === 'complete')
  const reader = members.find(({ id }) => id === person.id)
  const others = members.filter((each) => reader && !taken.has(each.id) && suit(reader, each))
  expect(others.length).toBeGreaterThanOrEqual(5)
  // No other test looks for a date in this language.
  const languages = ['tr']
  const [slot = 0] = upcomingSlots(Date.now(), 'Europe/London').slice(-2)
  const iso = new Date(slot).toISOString()
  for (const other of others.slice(0, 5)) {
    const calls = await callsOf(server, other)
    await postBy(calls, settingsActions.timeZone.path, { timeZone: 'Europe/London' })
    await postBy(calls, blindDateActions.book.path, { slot: iso, languages })
    await calls.dispose()
  }
  const [own = 0] = upcomingSlots(Date.now(), 'Europe/Kyiv')
  await post(page, settingsActions.timeZone.path, { timeZone: 'Europe/Kyiv' })
  for (const { path } of [blindDateActions.book, blindDateActions.cancel])
    await post(page, path, { slot: new Date(own).toISOString(), languages })

  const choice = (of: Page) =>
    of
      .locator('li div')
      .filter({ has: of.locator(`button[value="${iso}"]`) })
      .last()
  await page.goto(uk.lobby)
  await expect(choice(page)).toContainText('22:00')
  await expect(choice(page)).toContainText(uk.tn('dates.evenings.people', 5))
  await expect(page.getByText(uk.t('dates.evenings.counted'))).toBeVisible()
  await expect(choice(page).getByRole('button')).toHaveAccessibleDescription(uk.tn('dates.evenings.people', 5))
  expect(await violationsOf(page)).toEqual([])
  await choice(page).getByRole('button').click()
  await expect(uk.heading(page, uk.t('dates.booked.title'))).toBeVisible()

  await post(page, settingsActions.timeZone.path, { timeZone: 'Europe/London' })
  await post(page, blindDateActions.cancel.path, { slot: iso })
  await page.goto(en.lobby)
  await expect(choice(page)).toContainText('20:00')
  await expect(choice(page)).toContainText(en.tn('dates.evenings.people', 5))
})

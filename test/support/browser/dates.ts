import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { talkLanguageOf } from '#features/encounters/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { chooseLanguage } from './choose-language.ts'
import { suitedGroup, type Person } from './demo.ts'
import { expect, test as base, watchConsole } from './test.ts'
import { textsOf } from './texts.ts'

export type Guest = { page: Page; person: Person }
export type Guests = readonly [Guest, Guest, ...Guest[]]

type Fixtures = {
  /**
   * A member and one or two others who suit them, each in their own browser, which closes with the test. Each test takes its own
   * index.
   */
  meet: (index: number, options?: BrowserContextOptions, people?: 2 | 3) => Promise<Guests>
}

export const test = base.extend<Fixtures>({
  meet: async ({ browser, server, allowed }, use) => {
    const contexts: BrowserContext[] = []
    const problems: (readonly string[])[] = []
    await use(async (index, options = {}, people = 2) => {
      const guests: Guest[] = []
      for (const person of suitedGroup(index).slice(0, people)) {
        const context = await browser.newContext({ baseURL: server.url, ...options })
        contexts.push(context)
        problems.push(watchConsole(context, allowed))
        const page = await context.newPage()
        await server.signIn(context, person.id)
        guests.push({ page, person })
      }
      const [one, other, ...more] = guests
      if (!one || !other) throw new Error('A date has two people')
      return [one, other, ...more]
    })
    for (const context of contexts) await context.close()
    expect(problems.flat()).toEqual([])
  },
})

/** Blind dates in one language, in which nobody of another test looks for one. */
export function datesIn(locale: LocaleCode) {
  const { t, tn } = textsOf(locale)
  const lobby = href(routes.blindDates, {}, { locale })
  const roomAddress = new RegExp(`${lobby}/b-[\\w-]{24}$`)

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
  const composer = (page: Page) => page.locator('#message')
  const log = (page: Page) => page.getByRole('log')
  const timer = (page: Page) => page.getByRole('timer')

  /** Looks for a date at once. */
  async function look(page: Page): Promise<void> {
    await page.goto(lobby)
    const form = page.locator('form').filter({ has: button(page, t('dates.now.start')) })
    await form.locator('summary').click()
    await chooseLanguage(form, talkLanguageOf(locale), t)
    await button(page, t('dates.now.start')).click()
  }

  /** The first two are in a date that neither has accepted. */
  async function offer([one, other]: Guests): Promise<void> {
    await look(one.page)
    await expect(heading(one.page, t('dates.waiting.title'))).toBeVisible()
    await look(other.page)
    for (const { page } of [one, other]) await expectOffer(page)
  }

  async function expectOffer(page: Page): Promise<void> {
    await expect(page).toHaveURL(roomAddress)
    await expect(heading(page, t('dates.offer.title'))).toBeVisible()
  }

  /** They are in a date that both have accepted. */
  async function talk([one, other]: Guests): Promise<void> {
    await offer([one, other])
    await acceptAll([one, other])
  }

  async function acceptAll(guests: readonly Guest[]): Promise<void> {
    for (const { page } of guests) await button(page, t('dates.offer.accept')).click()
    for (const { page } of guests) {
      await expect(composer(page)).toBeVisible()
      await expect(page.getByText(t('encounters.here'))).toBeVisible()
    }
  }

  async function say(page: Page, text: string): Promise<void> {
    await composer(page).fill(text)
    await button(page, t('encounters.send')).click()
    await expect(page.getByLabel(t('encounters.sending'))).toHaveCount(0)
  }

  /** The same end, whatever happened before. */
  async function expectEnd(page: Page): Promise<void> {
    await expect(heading(page, t('dates.ended.title'))).toBeVisible({ timeout: 45_000 })
    await expect(page.getByText(t('dates.ended.text'))).toBeVisible()
    await expect(composer(page)).toHaveCount(0)
  }

  /** Seconds shown on the clock. */
  async function secondsLeft(page: Page): Promise<number> {
    const [, minutes, seconds] = /(\d\d):(\d\d)/.exec(await timer(page).innerText()) ?? []
    return Number(minutes) * 60 + Number(seconds)
  }

  return {
    t,
    tn,
    locale,
    lobby,
    roomAddress,
    button,
    heading,
    composer,
    log,
    timer,
    look,
    offer,
    expectOffer,
    talk,
    acceptAll,
    say,
    expectEnd,
    secondsLeft,
  }
}

import type { Page } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import { routes, type Route } from '#shared/routing/routes.ts'
import { newPair } from '../support/browser/demo.ts'
import { makeNextBuild, type NextBuild } from '../support/browser/next-build.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test, watchConsole } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

// One deployment after the other, of one server.
test.describe.configure({ mode: 'default' })
// The server is away for the moment of a deployment.
test.use({
  allowed: [/Failed to (load resource|fetch|establish|connect)|WebSocket connection|ERR_|\/api\/auth\/session|Runtime error/],
})

const { t } = textsOf('en')
const to = { locale: 'en' } as const
const buildOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(document.getElementById('bootstrap')?.textContent ?? '{}') as { build: string }).build)

/** Follows the link of the navigation; true when the page changed without a new document. */
async function walk(page: Page, route: Route): Promise<boolean> {
  await page.evaluate(() => document.documentElement.setAttribute('data-walked', ''))
  const link = page.locator(`header nav a[href="${href(route, {}, to)}"]`)
  await link.click()
  // The address changes at once; the page is there when it says so.
  await expect(link).toHaveAttribute('aria-current', 'page')
  await hydrated(page)
  return (await page.locator('html[data-walked]').count()) === 1
}

test.describe('a new deployment', () => {
  let next: NextBuild
  test.beforeAll(() => {
    next = makeNextBuild(routes.likes.key)
  })
  test.afterAll(() => next.remove())

  test('an old tab walks on to pages that did not change, loads the others whole, and is offered the new build; a page for guests is offered it after five minutes; files of the build before stay', async ({
    page,
    browser,
    allowed,
    server,
  }) => {
    test.slow()
    await server.signIn(page.context(), demoId('ben@demo.test'))
    await page.goto(href(routes.peopleNearby, {}, to))
    await hydrated(page)
    const before = await buildOf(page)
    expect(await walk(page, routes.blindDates)).toBe(true)
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
    const problems = watchConsole(context, allowed)
    const guest = await context.newPage()
    await guest.clock.install()
    await guest.goto(href(routes.signIn, {}, to))
    const file = await guest.locator('script[type="module"][src]').first().getAttribute('src')

    await server.deploy(next.dist)
    // A deployment takes no server away, whose successor has to start.
    for (const build of [before, next.id])
      await expect(async () => expect(await page.request.get(`/builds/meta/${build}.json`)).toBeOK()).toPass()

    await test.step('files of the build before stay where they were', async () => {
      const answers = await Promise.all(
        [file ?? '', `/builds/meta/${before}.json`, `/locales/${before}/uk/chat.json`, `/locales/${before}/uk/absent.json`].map(
          (path) => page.request.get(path),
        ),
      )
      expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200, 404])
    })

    await test.step('a page for guests offers the new build after five minutes, and takes the offer back when something is typed', async () => {
      const offer = guest.getByRole('button', { name: t('common.update.title') })
      await guest.clock.runFor(4 * 60_000)
      await expect(offer).toHaveCount(0)
      await guest.clock.runFor(60_000)
      await expect(offer).toBeVisible()
      await guest.getByLabel(t('auth.signIn.email')).fill('robin@')
      await expect(offer).toHaveCount(0)
      await context.close()
      expect(problems).toEqual([])
    })

    expect(await walk(page, routes.messages), 'a page that did not change').toBe(true)
    expect(await buildOf(page)).toBe(before)
    expect(await walk(page, routes.likes), 'a page that changed').toBe(false)
    expect(await buildOf(page)).toBe(next.id)

    await server.deploy('dist')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const offer = page.getByRole('button', { name: t('common.update.title') })
    await expect(offer).toBeVisible()
    await offer.click()
    await expect.poll(() => buildOf(page).catch(() => null)).toBe(before)
  })

  test('in the middle of a conversation loses nothing, and nothing comes twice', async ({ page, browser, server }) => {
    const { one, other, conversation } = await newPair(server)
    const otherPage = await (await browser.newContext({ baseURL: server.url, locale: 'en-GB' })).newPage()
    const sides = [
      { seat: page, name: 'one', person: one, partner: other },
      { seat: otherPage, name: 'other', person: other, partner: one },
    ]
    const field = (side: Page) => side.locator('#message')
    const log = (side: Page) => side.getByRole('log')
    const typed: string[] = []
    const write = async (side: Page, text: string) => {
      typed.push(text)
      await field(side).fill(text)
      await side.getByRole('button', { name: t('chat.send'), exact: true }).click()
      await expect(field(side)).toHaveValue('')
    }
    const eachWrites = async (when: string) => {
      for (const { seat, name } of sides) await write(seat, `${name} ${when}`)
    }
    for (const { seat, person, partner } of sides) {
      await server.signIn(seat.context(), person.id)
      await seat.goto(href(routes.messages, {}, { ...to, query: { chat: conversation } }))
      await expect(seat.getByRole('heading', { name: partner.firstName })).toBeVisible()
    }
    await eachWrites('before')
    for (const { seat } of sides) for (const text of typed) await expect(log(seat).getByText(text, { exact: true })).toBeVisible()

    const deployed = server.deploy(next.dist)
    await eachWrites('meanwhile')
    await eachWrites('right after that')
    await field(page).fill('Half a sentence')
    await deployed
    await expect(field(page)).toHaveValue('Half a sentence')
    await write(otherPage, 'other afterwards')

    const shown = async (side: Page) => (await log(side).getByRole('listitem').allInnerTexts()).map(wordsOf).filter(Boolean)
    const wordsOf = (line: string) => typed.find((text) => line.split('\n').includes(text)) ?? ''
    for (const { seat } of sides) {
      // A part that cannot be fetched in the middle of the deployment reloads the page of somebody who is not typing (spec §9).
      await expect(async () => expect((await shown(seat)).toSorted()).toEqual(typed.toSorted())).toPass({ timeout: 60_000 })
      await expect(seat.getByLabel(t('chat.sending'), { exact: true })).toHaveCount(0, { timeout: 60_000 })
    }
    const order = await shown(page)
    expect(await shown(otherPage)).toEqual(order)
    for (const { name } of sides)
      expect(order.filter((text) => text.startsWith(name))).toEqual(typed.filter((text) => text.startsWith(name)))
    await expect(field(page)).toHaveValue('Half a sentence')
    await otherPage.reload()
    await expect.poll(() => shown(otherPage)).toEqual(order)
    await otherPage.context().close()
    await server.deploy('dist')
  })
})

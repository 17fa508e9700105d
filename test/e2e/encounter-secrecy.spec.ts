import type { Browser, Page } from '@playwright/test'
import { leaveTalk } from '../support/browser/leave.ts'
import { Talker, expect } from '../support/browser/talker.ts'
import { test } from '../support/browser/strangers.ts'
import type { TalkLanguage } from '#features/encounters/contract.ts'

const dayMs = 24 * 60 * 60_000

/** The member in another browser, with nothing in its cache, and the addresses that it asks for. */
async function freshBrowser(browser: Browser, { page, locale, member }: Talker): Promise<{ talker: Talker; asked: Set<string> }> {
  const { origin } = new URL(process.env['BASE_URL'] ?? '')
  const context = await browser.newContext({ baseURL: origin, storageState: await page.context().storageState() })
  const asked = new Set<string>()
  context.on('request', (request) => asked.add(`${request.method()} ${request.url().replace(/a-[\w-]{24}/, '{id}')}`))
  return { talker: new Talker({ page: await context.newPage(), locale, member }), asked }
}

/** Two from the lobby into a chat in which both have written, and one has pressed reveal, until that one leaves. */
async function meet(one: Talker, other: Talker, language: TalkLanguage): Promise<void> {
  await one.look(language)
  await one.waits()
  await other.look(language)
  for (const each of [one, other]) await each.talks()
  await one.says('Hello, stranger')
  await other.says('Hello, you')
  await one.hears('Hello, you')
  await other.button(other.t('anonymous.room.reveal')).click()
  await expect(other.page.getByText(other.t('anonymous.room.pressed')).first()).toBeVisible()
  await one.page.reload()
  await one.talks()
  await leaveTalk(other.page, other.t)
  await one.isOver()
  await one.page.waitForLoadState('networkidle')
}

/** Everything that a page sends: addresses, bodies and frames. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  return sent
}

/** Times within a day of now, in the forms in which programs write them: seconds, milliseconds, ISO instants. */
function timesIn(text: string): string[] {
  const found = text.match(/\b\d{10}(?:\d{3})?\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z?/g) ?? []
  return found.filter((each) => {
    const at = each.includes('T') ? Date.parse(each) : Number(each) * (each.length === 10 ? 1000 : 1)
    return Math.abs(at - Date.now()) < dayMs
  })
}

test('a browser sends no time of its own, and asks for the same addresses, whoever the partner is', async ({
  browser,
  stranger,
  talkLanguage,
}) => {
  const zelda = await stranger('Zelda')
  const asked: Set<string>[] = []
  const sent: string[][] = []
  for (const name of ['Quirin', 'Maximiliane-Alexandra']) {
    const fresh = await freshBrowser(browser, zelda)
    const partner = await stranger(name)
    sent.push(...[fresh.talker, partner].map(({ page }) => sentBy(page)))
    await meet(fresh.talker, partner, talkLanguage)
    for (const { page } of [fresh.talker, partner]) await page.context().close()
    asked.push(fresh.asked)
  }
  const [one = new Set(), other = new Set()] = asked
  expect([...one].filter((address) => address.endsWith('/anonymous-chat/{id}')).length).toBeGreaterThan(0)
  expect([...one.symmetricDifference(other)]).toEqual([])

  expect(sent.flat().filter((text) => text.includes('message:send'))).toHaveLength(4)
  expect(sent.flat().filter((text) => text.includes('client-typing')).length).toBeGreaterThan(0)
  expect(sent.flat().flatMap(timesIn)).toEqual([])
})

import { HtmlValidate } from 'html-validate'
import type { Page } from '@playwright/test'
import { contactActions } from '#features/contact/contract.ts'
import { notificationActions } from '#features/notifications/contract.ts'
import { opsActions, postPreviewActions } from '#features/ops/contract.ts'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoId } from '#seed/demo/random.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { offlinePaths } from '#shared/service-worker.ts'
import { datesIn, test as datesTest } from '../support/browser/dates.ts'
import { post, signIn } from '../support/browser/demo.ts'
import { leaveTalk } from '../support/browser/leave.ts'
import { buy } from '../support/browser/orders.ts'
import { guestPages, memberPages } from '../support/browser/pages.ts'
import { test as strangersTest } from '../support/browser/strangers.ts'
import { expect, test } from '../support/browser/test.ts'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  rules: {
    // React writes these so; they are valid.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-implicit-button-type': 'off',
    'long-title': 'off',
    'require-sri': 'off',
  },
})

/** What the validator does not know, by the HTML standard: selector, and what is wrong with what it finds. */
const mistakes = [
  [':is(img, source)[sizes]:not([srcset]), link[imagesizes]:not([imagesrcset])', 'sizes without a set to choose from'],
  [
    'dl > :not(dt, dd, div, script, template), dl > div > :not(dt, dd, script, template)',
    'neither name nor value in a list of them',
  ],
  [':is([type=radio], [type=checkbox], [type=submit], [type=range])[autocomplete]', 'autocomplete where nothing is typed'],
  ['main :is(section, article):not(:has(h1, h2, h3, h4, h5, h6))', 'a section without a heading'],
] as const

/** Returns what is wrong with the document that the server sends, each with its place. */
async function mistakesOf(page: Page, path: string): Promise<string[]> {
  const response = await page.request.get(path)
  const html = await response.text()
  const report = await validator.validateString(html)
  const found = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
  const own = await page.evaluate(
    ([text, selectors]) => {
      const document = new DOMParser().parseFromString(text, 'text/html')
      const refresh = [...document.querySelectorAll('meta[http-equiv=refresh i]')]
      return [
        ...selectors.flatMap(([selector, what]) =>
          [...document.querySelectorAll(selector)].map((element) => `${what}: ${element.outerHTML.slice(0, 120)}`),
        ),
        ...refresh
          .map((element) => element.getAttribute('content') ?? '')
          .filter((content) => !/^\d+(?:; url=\S+)?$/.test(content))
          .map((content) => `refresh: ${content}`),
      ]
    },
    [html, mistakes] as const,
  )
  return [...found, ...own]
}

async function expectValid(page: Page, paths: readonly string[]): Promise<void> {
  await page.goto('about:blank')
  for (const path of paths) expect.soft(await mistakesOf(page, path), path).toEqual([])
}

const annaWithBen = demoConversationId(demoId('anna@demo.test'), demoId('ben@demo.test'))
const sections = ['account', 'devices', 'notifications', 'privacy', 'look', 'help', 'legal', 'latest'] as const

const moreGuestPages = (locale: LocaleCode) => [
  href(routes.signIn, {}, { locale, query: { step: 'reset' } }),
  `${href(routes.home, {}, { locale }).replace(/\/$/, '')}/nowhere`,
]
const moreMemberPages = (locale: LocaleCode) => [
  href(routes.messages, {}, { locale, query: { chat: annaWithBen } }),
  href(routes.messages, {}, { locale, query: { q: 'the' } }),
  href(routes.quiz, {}, { locale, query: { view: 'answers' } }),
  href(routes.profileSettings, {}, { locale, query: { edit: 'basics' } }),
  href(routes.profileSettings, {}, { locale, query: { edit: 'about' } }),
  ...sections.map((section) => href(routes.mainSettings, {}, { locale, query: { section } })),
]

// The elements are the same in every language.
for (const locale of ['uk'] as const) {
  test(`what guests get is valid HTML, in ${locale}`, async ({ page }) => {
    await expectValid(page, [...guestPages(locale), ...moreGuestPages(locale)])
  })

  test(`what members get is valid HTML, in ${locale}`, async ({ page }) => {
    await signIn(page, 'anna@demo.test')
    await expectValid(page, [...memberPages(locale), ...moreMemberPages(locale)])
    await page.context().clearCookies()
    await signIn(page, 'unverified@demo.test')
    await expectValid(page, [href(routes.emailVerify, {}, { locale })])
    await page.context().clearCookies()
    await signIn(page, 'incomplete@demo.test')
    await expectValid(page, [href(routes.questionnaire, {}, { locale })])
    await page.context().clearCookies()
    await signIn(page, 'restricted@demo.test')
    await expectValid(page, [href(routes.restricted, {}, { locale })])
  })
}

test('a receipt, a withdrawal, the operators’ page of the order, and what stands in for a page are valid HTML', async ({
  page,
  server,
}) => {
  const { id } = await server.addMember('Robin')
  await server.signIn(page.context(), id)
  const order = await buy(page, { 'boost-5': 1, 'premium-1': 1 })
  const inStore = (query: Record<string, string | number>) => href(routes.store, {}, { locale: 'uk', query })
  await expectValid(page, [inStore({ view: 'orders' }), inStore({ order }), inStore({ order, withdraw: 1 })])
  await server.signInOperator(page.context())
  await expectValid(page, [addressOf(opsActions.showOrder, { id: order })])
  await expectValid(page, [`${offlinePaths.shell}/uk`, `${offlinePaths.page}/uk`, notificationActions.askUnsubscribe.path])
})

strangersTest('the room of an anonymous chat is valid HTML, with words in it and after its end', async ({ chat }) => {
  const [zelda, quirin] = await chat()
  await zelda.says('Good evening')
  const room = new URL(quirin.page.url()).pathname
  for (const { page } of [zelda, quirin]) expect.soft(await mistakesOf(page, room), room).toEqual([])
  await leaveTalk(zelda.page, zelda.t)
  await quirin.isOver()
  expect.soft(await mistakesOf(quirin.page, room), 'after its end').toEqual([])
})

datesTest('the room of a blind date is valid HTML, offered and accepted', async ({ meet }) => {
  const { offer, acceptAll, say } = datesIn('en')
  const guests = await meet(27)
  await offer(guests)
  const [{ page }] = guests
  const room = new URL(page.url()).pathname
  expect.soft(await mistakesOf(page, room), 'offered').toEqual([])
  await acceptAll(guests)
  await say(page, 'Good evening')
  expect.soft(await mistakesOf(page, room), 'accepted').toEqual([])
})

const opsReads = Object.values({ ...opsActions, ...postPreviewActions }).filter(({ method }) => method === 'GET')
/** Pictures, and pages of which the demo has none. */
const opsWithoutHtml: readonly string[] = [
  opsActions.showReportPhoto.path,
  opsActions.showReportPicture.path,
  opsActions.showVerificationPicture.path,
  opsActions.showOrder.path,
]

test('what operators get is valid HTML, from the first page to a thing that each list leads to', async ({ page, server }) => {
  await server.signInOperator(page.context())
  await post(page, contactActions.writeAsMember.path, { topic: 'other', message: 'Where do I find the rules of the quiz?' })
  const texts: string[] = []
  const patterns = opsReads.map(({ path }) => path).filter((path) => !opsWithoutHtml.includes(path))
  // Lists first: their links lead to what has an address of its own.
  for (const pattern of patterns.toSorted((a, b) => a.split(':').length - b.split(':').length)) {
    const shape = new RegExp(`href="(${pattern.replaceAll(/:\w+/g, '[^/"?#]+')})"`)
    const path = pattern.includes(':') ? shape.exec(texts.join('\n'))?.[1] : pattern
    expect(path, `no link leads to ${pattern}`).toBeDefined()
    const response = await page.request.get(path ?? '', { maxRedirects: 0 })
    expect(response.status(), path).toBe(200)
    texts.push(await response.text())
    expect.soft(await mistakesOf(page, path ?? ''), path).toEqual([])
  }
})

import { HtmlValidate } from 'html-validate'
import type { Page } from '@playwright/test'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { guestPages, memberPages } from '../support/browser/pages.ts'
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

import type { Locator, Page } from '@playwright/test'
import { likeActions } from '#features/likes/contract.ts'
import { cookieNames } from '#server/cookies.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { answerAs } from '../support/browser/answers.ts'
import { password } from '../support/browser/newcomer.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, readLetter, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const locale = 'en'
const { t } = textsOf(locale)
const email = 'thumb@path.test'

/** Counts what a thumb does; typing is not counted. */
function thumbOf(page: Page) {
  let taps = 0
  return {
    taps: () => taps,
    async tap(target: Locator) {
      taps += 1
      await target.first().tap()
    },
    async type(label: string, text: string) {
      await page.getByLabel(label, { exact: true }).fill(text)
    },
  }
}

/** Puts the page's member and somebody with an answer into an area of their own. */
async function meetSomebodyWithAnswer(server: BrowserServer, page: Page): Promise<void> {
  const access = (await page.context().cookies()).find(({ name }) => name === cookieNames.access)
  const { sub } = JSON.parse(atob(access?.value.split('.')[1] ?? '')) as { sub: string }
  const other = await server.addMember('Alex')
  await server.bringTogether([sub, other.id])
  await answerAs(server, other)
}

test('from the home page to a like for an answer are at most 16 taps, to a plain one 15', async ({ page, server }) => {
  const { tap, taps, type } = thumbOf(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const radioIn = (group: string, name: string) =>
    page
      .getByRole('group', { name: group })
      .locator('label')
      .filter({ hasText: new RegExp(`^${name}$`) })
  const titled = (title: string) => expect(page.getByRole('heading', { name: title })).toBeVisible()

  await page.goto(href(routes.home, {}, { locale }))
  await tap(page.getByRole('link', { name: t('common.nav.signUp') }))
  await expect(page).toHaveURL(href(routes.signUp, {}, { locale }))
  await type(t('auth.signUp.firstName'), 'Robin')
  await page.getByLabel(t('auth.signUp.birthDate')).pressSequentially('14031990')
  await tap(radioIn(t('auth.signUp.gender'), t('auth.signUp.genders.woman')))
  await tap(radioIn(t('auth.signUp.seeks'), t('auth.signUp.seekable.man')))
  await type(t('auth.signUp.email'), email)
  await type(t('auth.signUp.password'), password)
  await tap(page.getByLabel(t('auth.signUp.terms')))
  await tap(page.getByLabel(t('auth.signUp.sensitiveData')))
  await tap(button(t('auth.signUp.submit')))
  await type(t('auth.verify.code'), (await readLetter(email)).code)

  await titled(t('questionnaire.portrait.title'))
  await tap(page.locator('label').filter({ has: page.getByRole('radio', { name: t('questionnaire.portrait.drawing') }) }))
  await tap(button(t('common.form.continue')).filter({ visible: true }))
  await titled(t('questionnaire.place.title'))
  await type(t('questionnaire.place.city'), 'London')
  await tap(page.getByRole('option', { name: 'London' }))
  await tap(button(t('common.form.continue')))
  await titled(t('questionnaire.intent.title'))
  await tap(page.getByRole('main').locator('label:has(input[type=radio])'))
  await tap(button(t('common.form.continue')))
  await titled(t('questionnaire.answers.title'))
  await tap(button(t('questionnaire.now')))
  await meetSomebodyWithAnswer(server, page)
  await tap(page.getByRole('link', { name: t('profile.arrival.go') }))
  await hydrated(page)

  const heart = page.getByRole('article').first().locator('[data-tie^="answer."]')
  const plain = page.getByRole('button', { name: new RegExp(`^${t('likes.give', { name: '' }).trim()}`) })
  await expect(plain.first()).toBeVisible()
  expect(taps() + 1).toBeLessThanOrEqual(15)
  await tap(heart)
  const liked = page.waitForResponse((response) => new URL(response.url()).pathname === likeActions.like.path)
  await tap(page.getByRole('dialog').getByRole('button', { name: t('likes.like'), exact: true }))
  expect((await liked).status()).toBe(200)
  expect(taps()).toBeLessThanOrEqual(16)
})

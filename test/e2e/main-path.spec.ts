import { likeActions } from '#features/likes/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { callsOf, signIn } from '../support/browser/demo.ts'
import { join, type Newcomer } from '../support/browser/newcomer.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

const newcomers = {
  en: {
    firstName: 'Vera',
    email: 'vera@path.test',
    gender: 'woman',
    seeks: 'man',
    birthDate: '14/03/1996',
    ages: [18, 99],
    city: 'London',
  },
  uk: {
    firstName: 'Ганна',
    email: 'hanna@path.test',
    gender: 'woman',
    seeks: 'man',
    birthDate: '14.03.1996',
    ages: [18, 99],
    city: 'Львів',
  },
} as const satisfies Record<string, Newcomer>

test('a stranger joins, in uk', async ({ page }) => {
  await join(page, 'uk', newcomers.uk)
  await hydrated(page)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})

for (const locale of ['uk'] as const satisfies LocaleCode[]) {
  test(`two strangers find, like and write to each other, in ${locale}`, async ({ page, browser, server }) => {
    const { t } = textsOf(locale)
    const [first, second] = [await server.addMember('Robin', locale), await server.addMember('Alex', locale)]
    await server.bringTogether([first.id, second.id])
    const other = await (await browser.newContext({ baseURL: server.url, locale: 'en-GB' })).newPage()
    await signIn(page, first.email)
    await signIn(other, second.email)

    await page.goto(href(routes.peopleNearby, {}, { locale }))
    await hydrated(page)
    const like = page.getByRole('button', { name: t('likes.give', { name: second.firstName }), exact: true })
    // The card goes at the press; the other one can see the like once it is stored.
    const stored = page.waitForResponse((response) => new URL(response.url()).pathname === likeActions.like.path)
    await like.click()
    await expect(like).toBeHidden()
    expect((await stored).ok()).toBe(true)

    await other.goto(href(routes.likes, {}, { locale }))
    await hydrated(other)
    await other.getByRole('button', { name: t('likes.giveBack', { name: first.firstName }) }).click()
    const moment = other.getByRole('dialog', { name: t('likes.match.title', { name: first.firstName }) })
    await moment
      .getByRole('textbox', { name: t('likes.match.field', { name: first.firstName }) })
      .fill('Hello from the other end')
    await moment.getByRole('button', { name: t('likes.match.send'), exact: true }).click()
    await expect(other).toHaveURL(/chat=/)
    await expect(other.getByRole('log')).toContainText('Hello from the other end')

    const theirs = page.getByRole('dialog', { name: t('likes.match.title', { name: second.firstName }) })
    await expect(theirs.getByRole('heading')).toBeFocused()
    await theirs.getByRole('button', { name: t('likes.match.later') }).click()
    await page.goto(href(routes.messages, {}, { locale }))
    await page
      .getByRole('link', { name: new RegExp(second.firstName) })
      .first()
      .click()
    await expect(page).toHaveURL(/chat=/)

    const composer = (from: typeof page, name: string) => from.getByRole('textbox', { name: t('chat.write', { name }) })
    const write = async (from: typeof page, name: string, text: string) => {
      await composer(from, name).fill(text)
      await from.getByRole('button', { name: t('chat.send') }).click()
    }
    await expect(page.getByRole('log')).toContainText('Hello from the other end')
    await write(page, second.firstName, 'The thread holds')
    await expect(other.getByRole('log')).toContainText('The thread holds')

    await composer(page, second.firstName).pressSequentially('One more')
    await expect(other.getByText(t('chat.typing', { name: first.firstName }))).toBeVisible()

    await page.reload()
    await expect(page.getByRole('log').getByText('Hello from the other end')).toHaveCount(1)
    await expect(page.getByRole('log').getByText('The thread holds')).toHaveCount(1)

    // A sign-out while the page requests its token is an expected error in the browser's console.
    await page.goto(href(routes.mainSettings, {}, { locale }), { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: t('common.nav.signOut') }).click()
    await expect(page).toHaveURL(href(routes.home, {}, { locale }))
    await page.goto(href(routes.messages, {}, { locale }))
    await expect(page).toHaveURL(new RegExp(`${href(routes.signIn, {}, { locale })}\\?next=`))
    await other.context().close()
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a stranger joins, likes somebody, and stands in their list, in en', async ({ page, server }) => {
    const locale = 'en'
    const { t } = textsOf(locale)
    await join(page, locale, newcomers.en)
    const cards = page.getByRole('main').getByRole('article')
    const profile = await cards.first().getByRole('link').first().getAttribute('href')
    await cards
      .first()
      .getByRole('button', { name: new RegExp(`^${t('likes.give', { name: '' }).trim()}`) })
      .click()
    await expect(cards.first().getByRole('link').first()).not.toHaveAttribute('href', profile ?? '')
    await page.goto(href(routes.likes, {}, { locale, query: { tab: 'sent' } }))
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
    const liked = await callsOf(server, { id: profile?.split('/').at(-1) ?? '' })
    const list = await liked.get(href(routes.peopleNearby, {}, { locale }))
    expect(await list.text()).toContain(newcomers.en.firstName)
    await liked.dispose()
  })
})

import { likeActions } from '#features/likes/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { join, type Newcomer } from '../support/browser/newcomer.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

/** No member of the demo data is so old, so in people nearby the two find exactly each other. */
const couples: Record<'en' | 'uk', [Newcomer, Newcomer]> = {
  en: [
    {
      firstName: 'Maud',
      email: 'maud@path.test',
      gender: 'woman',
      seeks: 'man',
      birthDate: '14/03/1944',
      ages: [78, 90],
      city: 'Bristol',
    },
    {
      firstName: 'Edgar',
      email: 'edgar@path.test',
      gender: 'man',
      seeks: 'woman',
      birthDate: '02/11/1943',
      ages: [78, 90],
      city: 'Bristol',
    },
  ],
  uk: [
    {
      firstName: 'Ганна',
      email: 'hanna@path.test',
      gender: 'woman',
      seeks: 'man',
      birthDate: '14.03.1944',
      ages: [78, 90],
      city: 'Львів',
    },
    {
      firstName: 'Остап',
      email: 'ostap@path.test',
      gender: 'man',
      seeks: 'woman',
      birthDate: '02.11.1943',
      ages: [78, 90],
      city: 'Львів',
    },
  ],
}

for (const locale of ['en', 'uk'] as const satisfies LocaleCode[]) {
  test(`two strangers join, find, like and write to each other, in ${locale}`, async ({ page, browser, baseURL }) => {
    test.setTimeout(180_000)
    const { t } = textsOf(locale)
    const [first, second] = couples[locale]
    const other = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
    await join(page, locale, first)
    await join(other, locale, second)

    await page.reload()
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

  for (const locale of ['en', 'uk'] as const satisfies LocaleCode[]) {
    test(`a stranger joins and likes somebody, in ${locale}`, async ({ page }) => {
      const { t } = textsOf(locale)
      const person: Newcomer = {
        ...couples[locale][0],
        firstName: 'Vera',
        email: `vera-${locale}@path.test`,
        birthDate: locale === 'en' ? '14/03/1996' : '14.03.1996',
        ages: [18, 99],
        city: locale === 'en' ? 'London' : 'Київ',
      }
      await join(page, locale, person)
      const cards = page.getByRole('main').getByRole('article')
      const profile = await cards.first().getByRole('link').first().getAttribute('href')
      await cards
        .first()
        .getByRole('button', { name: new RegExp(`^${t('likes.give', { name: '' }).trim()}`) })
        .click()
      await expect(cards.first().getByRole('link').first()).not.toHaveAttribute('href', profile ?? '')
      await page.goto(href(routes.likes, {}, { locale, query: { tab: 'sent' } }))
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
    })
  }
})

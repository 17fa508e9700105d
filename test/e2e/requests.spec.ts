import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { meet } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

/** Opens the form on a profile; works with and without a script. */
async function openForm(page: Page, locale: LocaleCode, person: { id: string; firstName: string }): Promise<void> {
  const { t } = textsOf(locale)
  await page.goto(href(routes.profileInfo, { id: person.id }, { locale }))
  await page.getByRole('button', { name: t('profile.request.write', { name: person.firstName }) }).click()
}

for (const [index, locale] of (['uk'] as const).entries()) {
  test.describe(`in ${locale}`, () => {
    const { t, tn } = textsOf(locale)
    const requestsPage = href(routes.messages, {}, { locale, query: { requests: 1 } })
    const field = (page: Page) => page.getByLabel(t('profile.request.label'), { exact: true })
    const send = (page: Page) => page.getByRole('button', { name: t('profile.request.send') }).click()

    test('a stranger writes once, is accepted, and the two talk', async ({ browser }) => {
      const { page: sender, otherPage: receiver, one, other } = await meet(browser, index)
      await receiver.goto(requestsPage)
      await expect(receiver.locator('html')).toHaveAttribute('data-hydrated', '')

      await openForm(sender, locale, other)
      await expect(sender.getByText(tn('profile.request.left', 10))).toBeVisible()
      await field(sender).fill('Find me at anna.example.com')
      await send(sender)
      await expect(sender.getByText(t('common.field.contact'))).toBeVisible()
      await field(sender).fill('Your lighthouse made me curious.')
      await send(sender)
      await expect(sender.getByText(t('profile.request.sent', { name: other.firstName }))).toBeVisible()
      await sender.getByRole('link', { name: t('profile.request.see') }).click()
      await expect(sender.getByText(t('chat.request.waiting', { name: other.firstName }))).toBeVisible()
      await expect(sender.getByRole('textbox', { name: t('chat.write', { name: other.firstName }) })).toHaveCount(0)

      await expect(receiver.getByText('Your lighthouse made me curious.').first()).toBeVisible()
      await receiver
        .getByRole('button', { name: t('chat.request.acceptLabel', { name: one.firstName }) })
        .first()
        .click()
      const answer = receiver.getByRole('textbox', { name: t('chat.write', { name: one.firstName }) })
      await answer.fill('Come and see it.')
      await receiver.getByRole('button', { name: t('chat.send'), exact: true }).click()
      await expect(sender.getByText('Come and see it.').first()).toBeVisible()

      for (const page of [sender, receiver]) {
        await page.goto(href(routes.messages, {}, { locale, query: { q: 'your lightho' } }))
        await expect(page.locator('mark', { hasText: 'lighthouse' })).toBeVisible()
      }
    })

    test('a stranger is declined and cannot see it', async ({ browser }) => {
      const { page: sender, otherPage: receiver, one, other } = await meet(browser, 2 + index)
      await openForm(sender, locale, other)
      await field(sender).fill('Hello!')
      await send(sender)
      await expect(sender.getByText(t('profile.request.sent', { name: other.firstName }))).toBeVisible()
      await receiver.goto(requestsPage)
      await receiver
        .getByRole('button', { name: t('chat.request.declineLabel', { name: one.firstName }) })
        .first()
        .click()
      await expect(receiver.getByText(t('chat.request.none'))).toBeVisible()
      await sender.reload()
      await expect(sender.getByText(t('profile.request.sent', { name: other.firstName }))).toBeVisible()
      await sender.getByRole('link', { name: t('profile.request.see') }).click()
      await expect(sender.getByText(t('chat.request.waiting', { name: other.firstName }))).toBeVisible()
    })
  })
}

test('without a script a stranger writes, is refused a link, is accepted, and both find the words', async ({ browser }) => {
  const { t } = textsOf('en')
  const { page: sender, otherPage: receiver, one, other } = await meet(browser, 4, { javaScriptEnabled: false })
  await openForm(sender, 'en', other)
  await sender.getByLabel(t('profile.request.label'), { exact: true }).fill('Call me: 020 7946 0123')
  await sender.getByRole('button', { name: t('profile.request.send') }).click()
  await expect(sender.getByText(t('common.field.contact'))).toBeVisible()
  await expect(sender.getByLabel(t('profile.request.label'), { exact: true })).toHaveValue('Call me: 020 7946 0123')
  await sender.getByLabel(t('profile.request.label'), { exact: true }).fill('Do you still play the cello?')
  await sender.getByRole('button', { name: t('profile.request.send') }).click()
  await expect(sender.getByText(t('profile.request.sent', { name: other.firstName }))).toBeVisible()

  await receiver.goto(href(routes.messages, {}, { locale: 'en', query: { requests: 1 } }))
  await receiver
    .getByRole('button', { name: t('chat.request.acceptLabel', { name: one.firstName }) })
    .first()
    .click()
  await expect(receiver.getByText('Do you still play the cello?').first()).toBeVisible()
  await receiver.getByRole('textbox', { name: t('chat.write', { name: one.firstName }) }).fill('Every evening.')
  await receiver.getByRole('button', { name: t('chat.send'), exact: true }).click()
  for (const [page, words] of [
    [sender, 'cello'],
    [receiver, 'evening'],
  ] as const) {
    await page.goto(href(routes.messages, {}, { locale: 'en' }))
    await page.getByRole('searchbox').fill(words)
    await page.getByRole('searchbox').press('Enter')
    await expect(page.locator('mark', { hasText: words })).toBeVisible()
  }
})

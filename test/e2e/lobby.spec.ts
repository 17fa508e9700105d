import type { Page } from '@playwright/test'
import type { DatesProps } from '#features/encounters/dates/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { hydrated } from '../support/browser/pages.ts'
import { test } from '../support/browser/strangers.ts'
import { expect } from '../support/browser/talker.ts'

const languages: LocaleCode[] = ['en', 'uk']
const phone = { viewport: { width: 390, height: 844 } }

for (const language of languages) {
  test.describe(`a lobby in ${language}`, () => {
    test.use({ language })

    test('counts down to its slot and then searches, and nothing moves', async ({ stranger }) => {
      const { page, t, locale } = await stranger('Zelda', phone)
      await enterLobby(page, locale, { secondsLeft: 6 })
      const timer = page.getByRole('timer')
      await expect(timer).toContainText('00:0')
      await expect(page.getByText(t('dates.lobby.own'))).toBeVisible()
      await expect(page.locator('ol').getByText(t('dates.lobby.steps.vote'))).toBeVisible()
      await expect(page.getByRole('heading', { name: t('dates.lobby.prompts') })).toBeVisible()
      const below = page.getByRole('heading', { name: t('dates.lobby.prompts') })
      const before = await below.boundingBox()
      expect(await violationsOf(page)).toEqual([])
      await expect(page.getByRole('heading', { name: t('dates.waiting.title') })).toBeVisible()
      await expect(timer).toHaveCount(0)
      expect(await below.boundingBox()).toEqual(before)
    })
  })
}

/** Shows the page as if an evening of the member were about to start: the server would admit them at few times of a day. */
async function enterLobby(page: Page, locale: LocaleCode, { secondsLeft }: { secondsLeft: number }): Promise<void> {
  let slot: number | null = null
  await page.route(/\/blind-dates\/_payload\.json/, async (route) => {
    const response = await route.fetch()
    const body: { data: { now: number; props: DatesProps } } = await response.json()
    slot ??= body.data.now + secondsLeft * 1000
    Object.assign(body.data.props, {
      seat: { state: 'waiting', slot, since: body.data.now, seed: '3fa9c1d2' },
      lobby: { slot, closesAt: slot + 15 * 60_000, prompts: ['One?', 'Two?', 'Three?'] },
    })
    await route.fulfill({ response, json: body })
  })
  await page.goto(href(routes.anonymousChat, {}, { locale }))
  await hydrated(page)
  await page.locator(`main a[href="${href(routes.blindDates, {}, { locale })}"]`).click()
}

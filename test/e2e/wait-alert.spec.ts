import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { pushActions } from '#features/push/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { post } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { test } from '../support/browser/strangers.ts'
import { expect } from '../support/browser/talker.ts'
import { receivedAt, subscribeAt } from '../support/push/browser.ts'
import { testVapid } from '../support/push/keys.ts'

test.use({ hasPush: true })

const languages: LocaleCode[] = ['en', 'uk']
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

for (const [index, language] of languages.entries()) {
  test.describe(`someone who does not wait, in ${language}`, () => {
    test.use({ language })

    test('is told once that someone has begun to, and before that how to turn push messages on', async ({
      stranger,
      server,
    }, info) => {
      const { page, t, locale, member } = await stranger('Zelda', { viewport: sizes[index] ?? null })
      const other = await stranger('Quirin')
      await server.bringTogether([member.id, other.member.id])
      const panel = page.getByRole('region', { name: t('dates.alert.title') })
      const ask = panel.getByRole('button', { name: t('dates.alert.start') })
      const open = async () => {
        await page.goto(href(routes.blindDates, {}, { locale }))
        await hydrated(page)
      }
      await open()
      await expect(panel).toContainText(t('dates.alert.off'))
      await expect(ask).toHaveCount(0)
      const settings = href(routes.mainSettings, {}, { locale, query: { section: 'notifications' } })
      await expect(panel.getByRole('link', { name: t('dates.alert.settings') })).toHaveAttribute('href', settings)

      const device = await subscribeAt(server.pushOrigin, testVapid.VAPID_PUBLIC_KEY)
      await post(page, pushActions.subscribe.path, { member: member.id, ...device })
      await open()
      expect(await violationsOf(page)).toEqual([])
      await page.screenshot({ path: info.outputPath('offered.png'), fullPage: true })
      const spoken = await panel
        .locator('input[name="languages[]"]')
        .evaluateAll((inputs) => inputs.map((each) => each.getAttribute('value')))
      await ask.click()
      const stop = panel.getByRole('button', { name: t('dates.alert.stop') })
      await expect(stop).toBeVisible()
      await stop.click()
      await expect(ask).toBeVisible()
      await ask.click()
      await expect(stop).toBeVisible()
      await page.screenshot({ path: info.outputPath('asked.png'), fullPage: true })

      await post(other.page, blindDateActions.now.path, { languages: spoken })
      await expect.poll(async () => (await receivedAt(device.endpoint)).length, { timeout: 30_000 }).toBe(1)
      const [{ text = '' } = {}] = await receivedAt(device.endpoint)
      expect(JSON.parse(text)).toEqual({
        kind: 'blind-date',
        locale: expect.any(String),
        title: expect.any(String),
        text: expect.any(String),
      })
      for (const secret of [other.member.id, 'Quirin']) expect(text).not.toContain(secret)
      await open()
      await expect(ask).toBeVisible()
      await post(other.page, blindDateActions.leave.path, {})
    })
  })
}

import type { Page } from '@playwright/test'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { deleteStep, welcomeBackStep } from '#shared/routing/account-steps.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { signIn as openSession } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const password = 'kismet-demo-1'

const screens = [
  { locale: 'uk', width: 390, script: true },
  { locale: 'de', width: 1440, script: true },
  { locale: 'uk', width: 390, script: false },
] as const satisfies { locale: LocaleCode; width: number; script: boolean }[]

/** Nothing is cut off sideways. */
const isInside = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

for (const { locale, width, script } of screens) {
  test.describe(`at ${width}, in ${locale}${script ? '' : ', without a script'}`, () => {
    test.use({ viewport: { width, height: 900 }, javaScriptEnabled: script })

    test('in two presses, from the settings to the way back', async ({ page, server }) => {
      const { t } = textsOf(locale)
      const { email } = await server.addMember('Robin', locale)
      await openSession(page, email)
      await page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'account' } }))
      await page.getByRole('link', { name: t('settings.delete.title') }).click()

      const step = href(routes.signIn, {}, { locale, query: { step: deleteStep } })
      await expect(page).toHaveURL(new RegExp(`${step.replace('?', '\\?')}$`))
      await expect(page.getByRole('heading', { name: t('leaving.goes.title') })).toBeVisible()
      await expect(page.getByRole('heading', { name: t('leaving.stays.title') })).toBeVisible()
      if (script) expect(await violationsOf(page)).toEqual([])
      if (script) expect(await isInside(page)).toBe(true)
      await page.getByLabel(t('leaving.reason.label')).selectOption('break')
      await page.getByRole('button', { name: t('leaving.submit') }).click()
      await expect(page.getByText(t('auth.signIn.deleted'))).toBeVisible()

      await page.getByLabel(t('auth.signIn.email')).fill(email)
      await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
      const back = page.getByRole('button', { name: t('leaving.back.restore') })
      await expect(back).toBeVisible()
      if (script) expect(await violationsOf(page)).toEqual([])
      await page.goto(href(routes.peopleNearby, {}, { locale }))
      expect(page.url()).toContain(`step=${welcomeBackStep}`)
      await back.click()
      await expect(page).toHaveURL(new RegExp(href(routes.peopleNearby, {}, { locale })))
    })
  })
}

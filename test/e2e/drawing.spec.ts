import type { Page } from '@playwright/test'
import { drawingChoices } from '#shared/drawing/choices.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { keysOf } from '#shared/records.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
type Scene = { locale: LocaleCode; javaScriptEnabled: boolean; viewport: typeof phone }
/** Each size and each language with and without a script. */
const scenes: Scene[] = [
  { locale: 'en', javaScriptEnabled: true, viewport: phone },
  { locale: 'uk', javaScriptEnabled: true, viewport: desktop },
  { locale: 'uk', javaScriptEnabled: false, viewport: phone },
  { locale: 'en', javaScriptEnabled: false, viewport: desktop },
]

const drawingIn = (page: Page) => page.getByRole('main').getByRole('img')
const partsOf = (page: Page) =>
  drawingIn(page)
    .locator('use')
    .evaluateAll((uses) => uses.map((use) => use.getAttribute('href')))

for (const { locale, javaScriptEnabled, viewport } of scenes)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} a script at ${viewport.width} px`, () => {
    test.use({ javaScriptEnabled, viewport })

    test(`a member builds a drawing and uses it (${locale})`, async ({ page, server }) => {
      const { t } = textsOf(locale)
      const member = await server.addMember('Robin')
      await server.signIn(page.context(), member.id)
      const drawn: string[] = []
      page.on('request', (request) => void (request.url().includes('/avatars/') && drawn.push(new URL(request.url()).pathname)))
      const choose = (part: 'hair' | 'glasses' | 'clothesColour', name: string) =>
        page
          .getByRole('group', { name: t(`drawing.part.${part}`), exact: true })
          .getByRole('radio', { name, exact: true })
          .check()
      const save = page.getByRole('button', { name: t('drawing.save') })
      const preview = page.getByRole('button', { name: t('drawing.preview') })

      await test.step('the way leads from the ready-made drawings to the builder', async () => {
        await page.goto(href(routes.profileSettings, {}, { locale, query: { edit: 'portrait' } }))
        await page.getByRole('link', { name: t('questionnaire.portrait.build') }).click()
        await expect(page.getByRole('heading', { name: t('drawing.title') })).toBeVisible()
        if (javaScriptEnabled) await hydrated(page)
        await expect(save).toBeVisible()
        await expect(preview).toBeVisible({ visible: !javaScriptEnabled })
        // The check is a script of its own.
        if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
      })
      await test.step('the drawing shows what is chosen', async () => {
        await choose('hair', t('drawing.hair.two-buns'))
        await choose('glasses', t('drawing.glasses.round'))
        await choose('clothesColour', t('drawing.clothesColour.yellow'))
        if (!javaScriptEnabled) {
          await preview.click()
          const { searchParams } = new URL(page.url())
          expect(searchParams.get('hair')).toBe('two-buns')
          expect([...searchParams.keys()].toSorted()).toEqual(['edit', ...keysOf(drawingChoices)].toSorted())
        }
        await expect(drawingIn(page)).toHaveAccessibleName(new RegExp(t('drawing.hair.two-buns')))
        const parts = await partsOf(page)
        expect(parts.map((part) => part?.split('#')[1])).toEqual(expect.arrayContaining(['hair-two-buns', 'glasses-round']))
        await expect(page.getByRole('radio', { name: t('drawing.hair.two-buns'), exact: true })).toBeChecked()
      })
      if (javaScriptEnabled)
        await test.step('arrow keys choose, and a surprise draws another one, without a request', async () => {
          const before = [...drawn]
          await page.getByRole('radio', { name: t('drawing.glasses.round'), exact: true }).focus()
          await page.keyboard.press('ArrowRight')
          await expect(page.getByRole('radio', { name: t('drawing.glasses.sunglasses') })).toBeChecked()
          await expect(drawingIn(page)).toHaveAccessibleName(new RegExp(t('drawing.glasses.sunglasses')))
          const shown = (await drawingIn(page).getAttribute('aria-label')) ?? ''
          await page.getByRole('link', { name: t('drawing.surprise') }).click()
          await expect(drawingIn(page)).not.toHaveAccessibleName(shown)
          expect(drawn).toEqual(before)
          await choose('hair', t('drawing.hair.two-buns'))
        })
      await test.step('it is saved, and is on the profile', async () => {
        await save.click()
        await expect(page).toHaveURL(new RegExp(`/profile-settings(#basics)?$`))
        await expect(page.getByText(t('profile.settings.saved')).filter({ visible: true })).toBeVisible()
        const own = page.getByRole('main').locator('img[src^="/avatars/built/"]')
        await expect(own).toBeVisible()
        await page.goto(href(routes.profile, {}, { locale }))
        await expect(page.getByRole('main').locator('img[src^="/avatars/"]').first()).toBeVisible()
      })
    })
  })

import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { chooseTown, expectInReach, lookAround, signUp, verifyEmail, type Newcomer } from '../support/browser/newcomer.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { pictures } from '../support/fixtures/pictures.ts'

const phone = { width: 390, height: 844 }
const context = { width: 1440, height: 900 }
type Scene = { locale: LocaleCode; javaScriptEnabled: boolean; viewport: typeof phone; birthDate: string; city: string }
/** Each size with and without a script. */
const scenes: Scene[] = [
  { locale: 'uk', javaScriptEnabled: true, viewport: phone, birthDate: '14.03.1990', city: 'Львів' },
  { locale: 'en', javaScriptEnabled: false, viewport: context, birthDate: '14/03/1990', city: 'Bristol' },
]

/** Uploads leave the page when the test decides. Not by a route: without its cache, Chromium breaks off view transitions. */
function holdUploads(): void {
  const letGo = new Promise((resolve) => addEventListener('let-uploads-go', resolve, { once: true }))
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    void letGo.then(() => send.call(this, body))
  }
}

for (const { locale, javaScriptEnabled, viewport, birthDate, city } of scenes) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} script at ${viewport.width} px`, () => {
    test.use({ javaScriptEnabled, viewport, allowed: [/422/] })

    test(`a newcomer goes on with a photo, and sees who sees their answers, in ${locale}`, async ({ page }) => {
      const { t, tn, format } = textsOf(locale)
      const person: Newcomer = {
        firstName: 'Mila',
        birthDate,
        city,
        email: `mila-${locale}-${javaScriptEnabled ? 'script' : 'plain'}@steps.test`,
        gender: 'woman',
        seeks: 'man',
        ages: [30, 45],
      }
      const go = async () => {
        await page.waitForLoadState() // before its styles have loaded, a page without a script shows all of its panels
        await page.getByRole('button', { name: t('common.form.continue') }).click()
      }
      const at = (step: 'portrait' | 'place' | 'intent' | 'answers' | 'body' | 'habits' | 'life' | 'beliefs' | 'about') =>
        expect(page.getByRole('heading', { name: t(`questionnaire.${step}.title`) })).toBeVisible()
      const isPhone = viewport.width < 600
      await signUp(page, locale, person)
      await verifyEmail(page, locale, person)

      await at('portrait')
      await go()
      await expect(page.getByText(t('questionnaire.portrait.missing')).filter({ visible: true })).toHaveCount(1)
      const kind = (name: 'photo' | 'drawing') => page.getByRole('radio', { name: t(`questionnaire.portrait.${name}`) })
      // On the smallest phone the drawings open below the first screen, and are scrolled into it.
      if (isPhone) await page.setViewportSize({ width: 360, height: 640 })
      await kind('drawing').check()
      const drawings = page.getByRole('group', { name: t('questionnaire.portrait.legend') }).getByRole('radio')
      await expect(drawings).toHaveCount(12)
      if (isPhone) await expect(drawings.first()).toBeInViewport({ ratio: 0.5 })
      await page.setViewportSize(viewport)
      const names = await drawings.evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent ?? ''))
      for (const [index, name] of names.entries())
        expect(name).toMatch(new RegExp(`${t('questionnaire.portrait.option', { number: index + 1 })}: \\S.*, \\S.*, \\S`))
      expect(new Set(names).size).toBe(12)
      // Drawn by chance, but more than a few kinds: the labels differ by more than their numbers.
      expect(new Set(names.map((name) => name.replace(/^.*?: /, ''))).size).toBeGreaterThan(3)
      if (isPhone) await expectInReach(page, t('common.form.continue'))
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([])

      await kind('photo').check()
      await expect(drawings.first()).toBeHidden()
      if (isPhone) await expectInReach(page, t('common.form.continue'))
      await go()
      await expect(page.getByText(t('questionnaire.portrait.missing')).filter({ visible: true })).toHaveCount(1)
      // A plain page came back with the same panel open.
      await expect(kind('photo')).toBeChecked()
      const photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pictures.gpsJpeg, 'base64') }
      if (javaScriptEnabled) await page.evaluate(holdUploads)
      await page.locator('input[type=file]').setInputFiles(photo)
      await page.getByRole('button', { name: t(javaScriptEnabled ? 'photos.crop.use' : 'photos.add.submit') }).click()
      await expect(page.getByRole('img', { name: t('photos.alt', { number: 1 }) })).toBeVisible()
      if (javaScriptEnabled) {
        expect(await violationsOf(page)).toEqual([])
        await expect(page.getByRole('progressbar', { name: t('photos.alt', { number: 1 }) })).toBeVisible()
      }
      await expect(page.getByText(t('questionnaire.portrait.missing')).filter({ visible: true })).toHaveCount(0)
      await go()
      if (javaScriptEnabled) {
        // A press while the photo is uploading waits for it.
        await expect(page.getByRole('button', { name: t('common.form.continue') })).toHaveAttribute('aria-busy', 'true')
        await page.evaluate(() => dispatchEvent(new Event('let-uploads-go')))
      }

      await at('place')
      await chooseTown(page, locale, city)
      await go()
      await at('intent')
      await page.getByRole('radio').first().check()
      await page.getByLabel(t('questionnaire.intent.ageMin'), { exact: true }).fill('30')
      await page.getByLabel(t('questionnaire.intent.ageMax'), { exact: true }).fill('45')
      if (isPhone) await expectInReach(page, t('common.form.continue'))
      await go()
      await at('answers')
      if (isPhone) await expectInReach(page, t('common.form.continue'))
      await expect(page.getByRole('button', { name: t('questionnaire.now') })).toBeVisible()
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([])
      const question = page.getByRole('radio', { name: t('profile-prompts.good-sunday') })
      const words = page.getByLabel(t('questionnaire.answers.first'), { exact: true })
      await expect(words, 'there is nothing to write before a question is chosen').toBeHidden()
      // Not `check`: with a script the press folds the list up.
      await question.first().click()
      await expect(words).toBeVisible()
      if (javaScriptEnabled) {
        await expect(question.first(), 'the list is folded up').toBeHidden()
        await expect(words).toBeFocused()
        await expect(words).toBeInViewport()
      }
      await words.fill('Bread')
      await expect(
        page
          .getByRole('group', { name: t('profile.field.languages') })
          .getByRole('checkbox')
          .first(),
      ).toHaveValue(locale)
      await expect(
        page.getByRole('group', { name: t('profile.field.languages') }).getByRole('checkbox', { checked: true }),
        'the page’s language is ticked',
      ).toHaveCount(1)
      await expect(page.getByText(t('profile.see.all.everyone')), 'answers of two kinds are named apart').toHaveCount(0)
      await go()
      await at('body')
      await expect(page.getByText(t('profile.see.all.everyone'))).toBeVisible()
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await go()
      await at('habits')
      await go()
      await at('life')
      await go()

      await at('beliefs')
      const line = page.locator('summary').filter({ hasText: t('profile.see.change') })
      await expect(line).toContainText(t('profile.see.all.me'))
      const seen = page.getByLabel(t('profile.see.label', { field: t('profile.field.religion') }))
      await expect(seen).toBeHidden()
      await line.click()
      await seen.selectOption({ label: t('profile.see.matches') })
      if (javaScriptEnabled)
        await expect(line).toContainText(
          t('profile.see.some', { who: t('profile.see.matches'), fields: format.inSentence(t('profile.field.religion')) }),
        )
      if (isPhone) await expectInReach(page, t('common.form.continue'))
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([])
      await go()
      await at('about')
      await page.goto(href(routes.questionnaire, {}, { locale, query: { step: 'beliefs' } }))
      await expect(line).toContainText(
        t('profile.see.some', { who: t('profile.see.matches'), fields: format.inSentence(t('profile.field.religion')) }),
      )
      await go()

      await at('about')
      await page.getByRole('button', { name: t('questionnaire.skip') }).click()
      // The end page says that the photo waits, and the way on is within reach.
      await expect(page.getByRole('heading', { level: 1, name: t('profile.arrival.title') })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(tn('photos.news.pending', 1))
      await expect(page.getByRole('link', { name: t('profile.arrival.evening') })).toHaveAttribute(
        'href',
        href(routes.blindDates, {}, { locale }),
      )
      const on = page.getByRole('link', { name: t('profile.arrival.go') })
      await expect(on).toBeInViewport({ ratio: 1 })
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([])
      await lookAround(page, locale)
    })
  })
}

import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { signIn as signInAs } from '../support/browser/demo.ts'
import { chooseDrawing, chooseTown, lookAround, signUp, verifyEmail, type Newcomer } from '../support/browser/newcomer.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const iryna: Newcomer = {
  firstName: 'Ірина',
  birthDate: '14.03.1990',
  city: 'Львів',
  email: 'iryna@profile.test',
  gender: 'woman',
  seeks: 'man',
  ages: [30, 45],
}

/** Walks through every step of the questionnaire; skips habits. */
async function answerEverything(page: Page, locale: LocaleCode, person: Newcomer): Promise<void> {
  const { t } = textsOf(locale)
  const go = () => page.getByRole('button', { name: t('common.form.continue') }).click()
  const at = (step: 'portrait' | 'place' | 'intent' | 'answers' | 'body' | 'habits' | 'life' | 'beliefs' | 'about') =>
    expect(page.getByRole('heading', { name: t(`questionnaire.${step}.title`) })).toBeVisible()
  const pick = (group: string, option: string) =>
    page.getByRole('group', { name: group }).getByRole('radio', { name: option, exact: true }).check()
  await at('portrait')
  await chooseDrawing(page, locale)
  await go()
  await at('place')
  await chooseTown(page, locale, person.city)
  await go()
  await at('intent')
  await pick(t('profile.field.intent'), t('profile.intent.friendship'))
  await page.getByLabel(t('questionnaire.intent.ageMin'), { exact: true }).fill(String(person.ages[0]))
  await page.getByLabel(t('questionnaire.intent.ageMax'), { exact: true }).fill(String(person.ages[1]))
  await go()
  await at('answers')
  await page
    .locator('summary', { hasText: t('profile.answers.others') })
    .first()
    .click()
  await page.getByRole('radio', { name: t('profile-prompts.night-train') }).click()
  await page.getByRole('textbox', { name: t('questionnaire.answers.first') }).fill('To the sea')
  await page.getByRole('checkbox', { name: t('profile.language.uk'), exact: true }).check()
  await go()
  await at('body')
  await page.getByLabel(t('profile.field.heightCm'), { exact: true }).selectOption('171')
  await pick(t('profile.field.body'), t('profile.body.curvy'))
  await go()
  await at('habits')
  await page.getByRole('button', { name: t('questionnaire.skip') }).click()
  await at('life')
  await pick(t('profile.field.education'), t('profile.education.master'))
  await go()
  await at('beliefs')
  await pick(t('profile.field.religion'), t('profile.religion.spiritual'))
  await go()
  await at('about')
  await page.getByLabel(t('profile.field.about'), { exact: true }).fill('Bread and harbours')
  await page.getByRole('checkbox', { name: t('profile.interest.sailing'), exact: true }).check()
  await page.getByRole('button', { name: t('questionnaire.about.finish') }).click()
  await lookAround(page, locale)
}

/** A row of the settings, and its form over the page. */
async function openRow(page: Page, name: string) {
  await hydrated(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  const form = page.getByRole('dialog', { name })
  await expect(form).toBeVisible()
  return form
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a newcomer answers, sees themselves as others do, edits, hides and pauses', async ({ page }) => {
  const locale = 'uk'
  const { t } = textsOf(locale)
  const person = iryna
  const profile = href(routes.profile, {}, { locale })
  await signUp(page, locale, person)
  await verifyEmail(page, locale, person)
  await answerEverything(page, locale, person)

  await page.goto(profile)
  const main = page.getByRole('main')
  await expect(main).toContainText('Bread and harbours')
  await expect(main).toContainText(t('profile.education.master'))
  await expect(main.getByText(t('profile.religion.spiritual'))).toHaveCount(0)
  await expect(section(page, t('profile.complete.title')).getByRole('link', { name: t('profile.field.drinking') })).toBeVisible()

  await main.getByRole('link', { name: t('profile.own.edit') }).click()
  await expect(page).toHaveURL(href(routes.profileSettings, {}, { locale }))
  const religion = await openRow(page, t('profile.field.religion'))
  await religion
    .getByLabel(t('profile.see.label', { field: t('profile.field.religion') }))
    .selectOption({ label: t('profile.see.matches') })
  await expect(religion.getByText(t('profile.settings.saved'))).toBeVisible()
  await religion.getByRole('button', { name: t('profile.settings.done') }).click()
  const about = await openRow(page, t('profile.field.about'))
  await about.getByLabel(t('profile.field.about'), { exact: true }).fill('Bread, harbours and tide tables')
  await about.getByRole('button', { name: t('profile.settings.done') }).click()
  await expect(about).toBeHidden()
  await expect(page.getByRole('link', { name: new RegExp(`^${t('profile.field.about')}`) })).toContainText('tide tables')
  await expect(page.getByText(t('profile.settings.saved'))).not.toHaveCount(0)

  await page.goto(profile)
  await expect(main).toContainText('tide tables')
  await expect(main.getByText(t('profile.religion.spiritual'))).toHaveCount(0)
  await main.getByRole('link', { name: t('profile.own.asMatch') }).click()
  await expect(main.getByText(t('profile.religion.spiritual'))).toBeVisible()

  await page.goto(href(routes.profileSettings, {}, { locale }))
  const pause = await openRow(page, t('profile.pause.title'))
  await pause.getByRole('button', { name: t('profile.pause.action') }).click()
  await expect(page.getByText(t('profile.pause.active'), { exact: true })).toBeVisible()
  await page.goto(href(routes.peopleNearby, {}, { locale }))
  await page.getByRole('button', { name: t('profile.pause.resume') }).click()
  await expect(page.getByText(t('profile.pause.active'), { exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale }))
})

test.describe('name, gender and date of birth', () => {
  test.use({ allowed: [/422/] })

  test('change in place, the date once, and the frame has the new name', async ({ page, server }) => {
    const locale = 'uk'
    const { t } = textsOf(locale)
    const person = await server.addMember('Robin')
    await signInAs(page, person.email)
    await page.goto(href(routes.profileSettings, {}, { locale }))

    const basics = await openRow(page, t('profile.settings.basics.title'))
    const name = basics.getByLabel(t('profile.settings.basics.firstName'))
    const date = basics.getByLabel(t('profile.settings.basics.birthDate'))
    const save = () => basics.getByRole('button', { name: t('common.form.save') }).click()
    await expect(name).toHaveValue(person.firstName)
    await expect(date).toHaveValue(person.birthDate.split('-').toReversed().join('.'))

    await date.click()
    await date.fill('31.02.1990')
    await save()
    await expect(basics.getByText(t('common.field.date'))).toBeVisible()
    await expect(date).toHaveValue('31.02.1990')
    await expect(date).toBeInViewport()
    await expect(date).toBeFocused()

    await name.fill('Ольга')
    await basics.getByRole('radio', { name: t('profile.gender.nonbinary') }).check()
    // The mask inserts the separators between the digits.
    await date.fill('15031990')
    await expect(date).toHaveValue('15.03.1990')
    await save()
    await expect(basics).toBeHidden()
    await expect(page.getByText(t('profile.settings.saved'))).not.toHaveCount(0)
    await openRow(page, t('profile.settings.basics.title'))
    await expect(basics.getByText('15 березня 1990')).toBeVisible()
    await expect(basics.getByText(t('common.field.birth-date-used'))).toBeVisible()
    await expect(date).toHaveCount(0)
    await expect(page.getByRole('link', { name: `Ольга: ${t('common.nav.profile')}` })).toBeVisible()

    await name.fill(person.firstName)
    await save()
    await expect(page.getByRole('link', { name: `${person.firstName}: ${t('common.nav.profile')}` })).toBeVisible()
    await page.goto(href(routes.profile, {}, { locale }))
    await expect(page.getByRole('main')).toContainText(person.firstName)
    await expect(page.getByRole('main')).toContainText(t('profile.gender.nonbinary'))
  })
})

test.describe('two windows', () => {
  test.use({ allowed: [/409/] })

  test('an edit from an older page is refused, keeps what was typed, and goes through when wanted', async ({
    page,
    context,
    server,
  }) => {
    const { t } = textsOf('en')
    await signInAs(page, (await server.addMember('Robin')).email)
    const open = async (tab: Page) => {
      await tab.goto(href(routes.profileSettings, {}, { locale: 'en' }))
      return openRow(tab, t('profile.field.about'))
    }
    const [first, second] = [await open(page), await open(await context.newPage())]
    const write = async (form: typeof first, text: string) => {
      await form.getByLabel(t('profile.field.about'), { exact: true }).fill(text)
      await form.getByLabel(t('profile.field.about'), { exact: true }).blur()
    }
    await write(first, 'From the first window')
    await expect(first.getByText(t('profile.settings.saved'))).toBeVisible()
    await write(second, 'From the second window')
    await expect(second.getByRole('alert')).toContainText(t('common.error.stale'))
    await expect(second.getByLabel(t('profile.field.about'), { exact: true })).toHaveValue('From the second window')
    await second.getByRole('button', { name: t('profile.settings.overwrite') }).click()
    await expect(second.getByText(t('profile.settings.saved'))).toBeVisible()
    await page.goto(href(routes.profile, {}, { locale: 'en' }))
    await expect(page.getByRole('main')).toContainText('From the second window')
  })
})

test.describe('the settings as a profile', () => {
  const phone = { width: 390, height: 844 }

  test('are rows that fit two screens of a phone, in en, uk and de', async ({ page }) => {
    await page.setViewportSize(phone)
    await signInAs(page, 'anna@demo.test')
    for (const locale of ['en', 'uk', 'de'] as const)
      await test.step(locale, async () => {
        const { t } = textsOf(locale)
        await page.goto(href(routes.profileSettings, {}, { locale }))
        const height = page.getByRole('link', { name: new RegExp(`^${t('profile.field.heightCm')}`) })
        await expect(height).toContainText(/\d/)
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2 * phone.height)
        for (const row of await page.getByRole('main').locator('a[href*="edit="]').all())
          expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        await expect(page.getByRole('button', { name: t('common.form.save'), exact: true })).toHaveCount(0)
      })
  })

  test('an answer is saved at once by keyboard, interests are searched for, and a name that was typed and not saved is there on return', async ({
    page,
    server,
  }) => {
    const locale = 'uk'
    const { t } = textsOf(locale)
    await page.setViewportSize({ width: 1280, height: 720 })
    await signInAs(page, (await server.addMember('Robin')).email)
    await page.goto(href(routes.profileSettings, {}, { locale }))
    await hydrated(page)
    const rowOf = (name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })
    const drinking = rowOf(t('profile.field.drinking'))

    await test.step('an answer is saved by keyboard, and the focus returns to its row', async () => {
      await drinking.focus()
      await page.keyboard.press('Enter')
      const sheet = page.getByRole('dialog', { name: t('profile.field.drinking') })
      await sheet.getByRole('radio', { name: t('profile.drinking.rarely') }).focus()
      await page.keyboard.press('Space')
      await sheet.getByRole('radio', { name: t('profile.drinking.often') }).check()
      await expect(sheet.getByText(t('profile.settings.saved'))).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(drinking).toBeFocused()
      await expect(drinking).toContainText(t('profile.drinking.often'))
    })

    await page.setViewportSize(phone)
    await test.step('interests are searched for, and what is chosen stays', async () => {
      const sheet = await openRow(page, t('profile.field.interests'))
      const chosen = await sheet.getByRole('checkbox', { checked: true }).all()
      await chosen[0]?.uncheck()
      await sheet.getByLabel(t('profile.settings.search')).fill(t('profile.interest.ceramics').slice(0, 5))
      await sheet.getByRole('checkbox', { name: t('profile.interest.ceramics'), exact: true }).check()
      await expect(sheet.getByRole('checkbox', { checked: true })).toHaveCount(chosen.length)
      await sheet.getByRole('button', { name: t('profile.settings.done') }).click()
      await expect(rowOf(t('profile.field.interests'))).toContainText(t('profile.interest.ceramics'), { ignoreCase: true })
    })

    await test.step('a name and a date that were typed and not saved are there on return', async () => {
      const title = t('profile.settings.basics.title')
      const row = rowOf(title)
      const sheet = await openRow(page, title)
      const name = sheet.getByLabel(t('profile.settings.basics.firstName'))
      const date = sheet.getByLabel(t('profile.settings.basics.birthDate'))
      const [oldName, oldDate] = [await name.inputValue(), await date.inputValue()]
      const newDate = oldDate.replace(/\d{4}/, '1987')
      await name.fill(`${oldName}-Mae`)
      await date.click()
      await date.fill(newDate.replaceAll(/\D/g, ''))
      await expect(date).toHaveValue(newDate)
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(row).toContainText(t('profile.settings.unsaved'))
      await page.reload()
      await expect(drinking, 'the answer of before').toContainText(t('profile.drinking.often'))
      await expect(row).toContainText(t('profile.settings.unsaved'))
      await openRow(page, title)
      await expect(name).toHaveValue(`${oldName}-Mae`)
      await expect(date).toHaveValue(newDate)
      await name.fill(oldName)
      await date.fill(oldDate)
      await page.keyboard.press('Escape')
      await expect(row).not.toContainText(t('profile.settings.unsaved'))
    })
  })

  test.describe('out of reach', () => {
    test.use({ allowed: [/Failed to load resource|503/] })

    test('words that could not be saved are there on return, and go with the session', async ({ page, context, server }) => {
      const { t } = textsOf('en')
      await signInAs(page, (await server.addMember('Robin')).email)
      const settings = href(routes.profileSettings, {}, { locale: 'en' })
      await page.goto(settings)
      const sheet = await openRow(page, t('profile.field.about'))
      await context.setOffline(true)
      const about = sheet.getByLabel(t('profile.field.about'), { exact: true })
      await about.fill('Half a sentence about')
      await page.keyboard.press('Escape')
      await expect(sheet.getByRole('alert')).toBeVisible()
      await expect(about).toHaveValue('Half a sentence about')
      await context.setOffline(false)
      await page.reload()
      const row = page.getByRole('main').getByRole('link', { name: new RegExp(`^${t('profile.field.about')}`) })
      await expect(row).toContainText(t('profile.settings.unsaved'))
      await openRow(page, t('profile.field.about'))
      await expect(about).toHaveValue('Half a sentence about')
      await sheet.getByRole('button', { name: t('profile.settings.done') }).click()
      await expect(row).toContainText('Half a sentence about')
      await expect(row).not.toContainText(t('profile.settings.unsaved'))

      await openRow(page, t('profile.field.about'))
      await context.setOffline(true)
      await about.fill('Never sent')
      await page.keyboard.press('Escape')
      await expect(sheet.getByRole('alert')).toBeVisible()
      await context.setOffline(false)
      await page.goto(href(routes.mainSettings, {}, { locale: 'en' }))
      await page
        .getByRole('main')
        .getByRole('button', { name: t('settings.session.signOut') })
        .click()
      await expect(page).toHaveURL(href(routes.home, {}, { locale: 'en' }))
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('drafts:'))))
        .toEqual([])
    })
  })
})

import { cityIdOf } from '#seed/content.ts'
import { questionnaireActions, type Step } from '#features/onboarding/contract.ts'
import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { post } from './demo.ts'
import { expect, readLetter } from './test.ts'
import { textsOf } from './texts.ts'

export type Newcomer = {
  firstName: string
  email: string
  gender: 'woman' | 'man'
  seeks: 'woman' | 'man'
  /** As typed in the locale: digits in the order of its date format. */
  birthDate: string
  ages: [from: number, to: number]
  /** Name of the city in the locale. */
  city: string
}

export const password = 'a quiet harbour at dusk'

/** From the home page to the code form: a guest's first page and the sign-up form. */
export async function signUp(page: Page, locale: LocaleCode, person: Newcomer): Promise<void> {
  const { t } = textsOf(locale)
  await page.goto(href(routes.home, {}, { locale }))
  await page
    .getByRole('link', { name: t('common.nav.signUp') })
    .first()
    .click()
  await expect(page).toHaveURL(href(routes.signUp, {}, { locale }))
  await page.getByLabel(t('auth.signUp.firstName')).fill(person.firstName)
  await page.getByLabel(t('auth.signUp.birthDate')).click()
  await page.getByLabel(t('auth.signUp.birthDate')).fill(person.birthDate)
  await page
    .getByRole('group', { name: t('auth.signUp.gender') })
    .getByRole('radio', { name: t(`auth.signUp.genders.${person.gender}`) })
    .check()
  await page
    .getByRole('group', { name: t('auth.signUp.seeks') })
    .getByRole('checkbox', { name: t(`auth.signUp.seekable.${person.seeks}`), exact: true })
    .check()
  await page.getByLabel(t('auth.signUp.email')).fill(person.email)
  await page.getByLabel(t('auth.signUp.password'), { exact: true }).fill(password)
  await page.getByLabel(t('auth.signUp.terms')).check()
  await page.getByLabel(t('auth.signUp.sensitiveData')).check()
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  await expect(page).toHaveURL(new RegExp(href(routes.emailVerify, {}, { locale })))
}

/** Types the emailed code, whose last digit submits it if a script runs; the questionnaire opens. */
export async function verifyEmail(page: Page, locale: LocaleCode, person: Newcomer): Promise<void> {
  const { t } = textsOf(locale)
  const { code } = await readLetter(person.email)
  await expect(page).toHaveURL(new RegExp(href(routes.emailVerify, {}, { locale })))
  const hasScript = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
  await page.getByLabel(t('auth.verify.code')).fill(code)
  if (!hasScript) await page.getByRole('button', { name: t('auth.verify.submit') }).click()
  await expect(page).toHaveURL(new RegExp(href(routes.questionnaire, {}, { locale })))
}

/** Chooses the first drawing that the portrait step offers. */
export async function chooseDrawing(page: Page, locale: LocaleCode): Promise<void> {
  const { t } = textsOf(locale)
  await page.waitForLoadState() // before its styles have loaded, a page without a script shows all of its panels
  await page.getByRole('radio', { name: t('questionnaire.portrait.drawing') }).check()
  await page
    .getByRole('group', { name: t('questionnaire.portrait.legend') })
    .getByRole('radio')
    .first()
    .check()
}

/** Searches for a town and chooses the first one, in the list of a script or on the page that follows without one. */
export async function chooseTown(page: Page, locale: LocaleCode, name: string): Promise<void> {
  const { t } = textsOf(locale)
  await page.getByLabel(t('questionnaire.place.city'), { exact: true }).fill(name)
  const search = page.getByRole('button', { name: t('questionnaire.place.search') })
  if (await search.isVisible()) {
    await search.click()
    await page.getByRole('radio', { name: name }).first().check()
  } else {
    await page.getByRole('option', { name: name }).first().click()
  }
}

/** Answers the three required steps by calls, after which the others can be opened. */
export async function answerWhatIsAsked(page: Page): Promise<void> {
  const save = async (step: Step, values: (first: (element: RegExp) => string) => Record<string, unknown>) => {
    const html = await (await page.request.get(href(routes.questionnaire, {}, { locale: 'en', query: { step } }))).text()
    const first = (element: RegExp) => /value="([^"]+)"/.exec(element.exec(html)?.[0] ?? '')?.[1] ?? ''
    await post(page, questionnaireActions.save.path, { step, ...values(first) })
  }
  await save('portrait', (first) => ({ avatar: first(/<input[^>]*name="avatar"[^>]*>/) }))
  await save('place', () => ({ city: cityIdOf('london') }))
  await save('intent', (first) => ({ intent: first(/<input[^>]*name="intent"[^>]*>/), seeksAgeMin: 30, seeksAgeMax: 45 }))
}

/** Gives portrait, place and intent, skips the steps between, writes a bio, then opens people nearby. */
export async function answerQuestionnaire(page: Page, locale: LocaleCode, person: Newcomer): Promise<void> {
  const { t } = textsOf(locale)
  const go = () => page.getByRole('button', { name: t('common.form.continue') }).click()
  await expect(page.getByRole('heading', { name: t('questionnaire.portrait.title') })).toBeVisible()
  await chooseDrawing(page, locale)
  await go()
  await expect(page.getByRole('heading', { name: t('questionnaire.place.title') })).toBeVisible()
  await chooseTown(page, locale, person.city)
  await go()
  await expect(page.getByRole('heading', { name: t('questionnaire.intent.title') })).toBeVisible()
  await page.getByRole('radio').first().check()
  await page.getByLabel(t('questionnaire.intent.ageMin'), { exact: true }).fill(String(person.ages[0]))
  await page.getByLabel(t('questionnaire.intent.ageMax'), { exact: true }).fill(String(person.ages[1]))
  await go()
  for (const step of ['answers', 'body', 'habits', 'life', 'beliefs'] as const) {
    await expect(page.getByRole('heading', { name: t(`questionnaire.${step}.title`) })).toBeVisible()
    await page.getByRole('button', { name: t('questionnaire.skip') }).click()
  }
  await expect(page.getByRole('heading', { name: t('questionnaire.about.title') })).toBeVisible()
  await page.getByLabel(t('profile.field.about'), { exact: true }).fill('Walks, maps and bread.')
  await page.getByRole('button', { name: t('questionnaire.about.finish') }).click()
  await lookAround(page, locale)
}

/** The page after the last step, and from there to people nearby. */
export async function lookAround(page: Page, locale: LocaleCode): Promise<void> {
  const { t } = textsOf(locale)
  await expect(page.getByRole('heading', { level: 1, name: t('profile.arrival.title') })).toBeVisible()
  await page.getByRole('link', { name: t('profile.arrival.go') }).click()
  await expect(page).toHaveURL(new RegExp(href(routes.peopleNearby, {}, { locale })))
}

export async function join(page: Page, locale: LocaleCode, person: Newcomer): Promise<void> {
  await signUp(page, locale, person)
  await verifyEmail(page, locale, person)
  await answerQuestionnaire(page, locale, person)
}

/** True when a thumb can press a button without scrolling. */
export async function expectInReach(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('button', { name }).boundingBox()
  const height = page.viewportSize()?.height ?? 0
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
}

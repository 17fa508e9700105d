import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { signUp, type Newcomer } from '../support/browser/newcomer.ts'
import { expect, readLetter, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

// A refused form and a wrong code are answered with 400, which the browser reports.
test.use({ viewport: { width: 390, height: 844 }, allowed: [/status of 4\d\d/] })

const newcomer = (name: string): Newcomer => ({
  firstName: 'Ira',
  email: `${name}@forms.test`,
  gender: 'woman',
  seeks: 'man',
  birthDate: '24051992',
  ages: [25, 45],
  city: 'Львів',
})

/** Submits the form as a key or a script does, without touching it first. */
const pressUntouched = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLButtonElement>('[data-hydrate] form > button')?.click())

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { mark: 1 }))
const isSameDocument = (page: Page) => page.evaluate(() => 'mark' in window)

test('a sign-up that nobody has touched stays and leads to its mistakes; each goes with what is mended; the first wrong field is led to', async ({
  page,
}) => {
  const locale = 'uk'
  const { t } = textsOf(locale)
  const error = (name: string) => page.locator(`#sign-up-${name}-error`)
  const birthDate = page.getByLabel(t('auth.signUp.birthDate'))
  const submit = page.getByRole('button', { name: t('auth.signUp.submit') })
  await page.goto(href(routes.signUp, {}, { locale }))

  await test.step('a form that nobody has touched does as one that was', async () => {
    await markDocument(page)
    await pressUntouched(page)
    await expect(page.getByLabel(t('auth.signUp.firstName'))).toBeFocused()
    await expect(error('firstName')).toHaveText(t('common.field.required'))
    expect(await isSameDocument(page)).toBe(true)
  })

  await test.step('a refused sign-up scrolls to its first wrong field and gives it the focus', async () => {
    await page.getByLabel(t('auth.signUp.firstName')).fill('Ira')
    await submit.click()
    await expect(birthDate).toBeFocused()
    await expect(birthDate).toBeInViewport({ ratio: 1 })
    await expect(error('birthDate')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(t('common.error.invalid'))).toBeVisible()
  })

  await test.step('an error goes as soon as its field is valid, and comes to nothing when all are', async () => {
    await page.getByLabel(t('auth.signUp.firstName')).fill('')
    await submit.click()
    await expect(error('terms')).toBeVisible()
    for (const [name, label, half, whole] of [
      ['firstName', t('auth.signUp.firstName'), '', 'Ira'],
      ['birthDate', t('auth.signUp.birthDate'), '2405', '24051992'],
      ['email', t('auth.signUp.email'), 'ira@', 'ira@forms.test'],
      ['password', t('auth.signUp.password'), 'short', 'a quiet harbour at dusk'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true })
      await field.click()
      await field.pressSequentially(half)
      await expect(error(name), 'half filled in').toBeVisible()
      await field.fill('')
      await field.pressSequentially(whole)
      await expect(error(name)).toHaveCount(0)
    }
    await page.getByRole('radio', { name: t('auth.signUp.genders.woman') }).check()
    await expect(error('gender')).toHaveCount(0)
    await page.getByRole('checkbox', { name: t('auth.signUp.seekable.man'), exact: true }).check()
    await expect(error('seeks')).toHaveCount(0)
    await page.getByLabel(t('auth.signUp.terms')).check()
    await expect(error('terms')).toHaveCount(0)
    await expect(page.getByText(t('common.error.invalid'))).toBeVisible()
    await page.getByLabel(t('auth.signUp.sensitiveData')).check()
    await expect(page.getByText(t('common.error.invalid'))).toHaveCount(0)
  })
})

test('a press before the script has come waits for it, and posts no document', async ({ page }) => {
  const { t } = textsOf('en')
  const held = Promise.withResolvers<void>()
  await page.route(/hydrate-entry/, async (route) => {
    await held.promise
    await route.continue()
  })
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.resourceType()))
  await page.goto(href(routes.signIn, {}, { locale: 'en' }))
  await page.getByLabel(t('auth.signIn.email')).fill('anna@demo.test')
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  expect(posts).toEqual([])
  held.resolve()
  await expect(page.getByLabel(t('auth.signIn.password'), { exact: true })).toBeFocused()
  expect(posts).toEqual(['fetch'])
})

test('what is typed while scripts are on their way is judged when they come: nobody is led away, half a date keeps its error; who I am has edges', async ({
  page,
}) => {
  const { t } = textsOf('en')
  const hold = async (script: RegExp) => {
    const held = Promise.withResolvers<void>()
    await page.route(script, async (route) => {
      await held.promise
      await route.continue()
    })
    return () => held.resolve()
  }
  const [releaseMistakes, releaseMask] = [await hold(/form-mistakes/), await hold(/mask-input/)]
  await page.goto(href(routes.signUp, {}, { locale: 'en' }))
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  const error = (name: string) => page.locator(`#sign-up-${name}-error`)

  await test.step('whoever goes on before the script of mistakes is not led away, and what they mend loses its error', async () => {
    await expect(error('email')).toBeVisible()
    const email = page.getByLabel(t('auth.signUp.email'), { exact: true })
    await email.pressSequentially('ira@forms.test')
    releaseMistakes()
    await expect(error('email')).toHaveCount(0)
    await expect(email).toBeFocused()
  })

  await test.step('half a date keeps its error while the mask is on its way, and a whole one loses it', async () => {
    const field = page.getByLabel(t('auth.signUp.birthDate'))
    await field.pressSequentially('2405')
    // Another field's error goes, so what was typed here has been judged.
    await page.getByLabel(t('auth.signUp.firstName')).fill('Ira')
    await expect(error('firstName')).toHaveCount(0)
    await expect(error('birthDate')).toBeVisible()
    releaseMask()
    await expect(field).toHaveValue('24/05/')
    await field.pressSequentially('1992')
    await expect(error('birthDate')).toHaveCount(0)
  })

  await test.step('who I am has edges before it is chosen, and the chosen one differs in light and dark', async () => {
    const radios = page.getByRole('group', { name: t('auth.signUp.gender') }).getByRole('radio')
    const looks = () =>
      radios.evaluateAll((all) =>
        all.map((radio) => {
          const { borderTopColor, backgroundColor } = getComputedStyle(radio.parentElement ?? radio)
          return [borderTopColor, backgroundColor]
        }),
      )
    const schemes = ['light', 'dark'] as const
    const before = new Map<string, string[][]>()
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      before.set(colorScheme, await looks())
      expect(before.get(colorScheme)?.every(([edge]) => edge !== 'rgba(0, 0, 0, 0)')).toBe(true)
    }
    await radios.first().check()
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect.poll(async () => (await looks())[0]?.[0]).not.toBe(before.get(colorScheme)?.[0]?.[0])
      // The background changes more slowly than the border.
      await expect
        .poll(async () => {
          const [chosen, other] = await looks()
          return chosen?.[1] !== other?.[1]
        })
        .toBe(true)
    }
  })
})

test('the address of a sign-up can be changed and nothing else is lost; six digits send themselves, pasted wrong and typed right', async ({
  page,
  context,
}) => {
  const { t } = textsOf('uk')
  const person = newcomer('change')
  const right = `right-${person.email}`
  await signUp(page, 'uk', person)

  await test.step('the address is changed from the page that asks for the code', async () => {
    await page.getByRole('button', { name: t('auth.verify.changeAddress') }).click()
    await expect(page).toHaveURL(href(routes.signUp, {}, { locale: 'uk' }))
    await expect(page.getByLabel(t('auth.signUp.firstName'))).toHaveValue(person.firstName)
    await expect(page.getByLabel(t('auth.signUp.birthDate'))).toHaveValue('24.05.1992')
    await expect(page.getByRole('radio', { name: t('auth.signUp.genders.woman') })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: t('auth.signUp.seekable.man'), exact: true })).toBeChecked()
    await expect(page.getByLabel(t('auth.signUp.email'))).toHaveValue(person.email)
    await expect(page.getByLabel(t('auth.signUp.terms'))).not.toBeChecked()
    await page.getByLabel(t('auth.signUp.email')).fill(right)
    await page.getByLabel(t('auth.signUp.password'), { exact: true }).fill('a quiet harbour at dusk')
    await page.getByLabel(t('auth.signUp.terms')).check()
    await page.getByLabel(t('auth.signUp.sensitiveData')).check()
    await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
    await expect(page).toHaveURL(new RegExp(href(routes.emailVerify, {}, { locale: 'uk' })))
  })

  const { code } = await readLetter(right)
  const field = page.getByLabel(t('auth.verify.code'))
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  const resend = page.getByRole('button', { name: t('auth.verify.resend') })
  await expect(resend, 'while the minute runs').toBeDisabled()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const wrong = code === '111111' ? '222 222' : '111 111'
  await page.evaluate((text) => navigator.clipboard.writeText(text), wrong)
  await expect(field, 'on arrival').toBeFocused()
  await page.keyboard.press('Control+V')
  await expect(page.getByText(t('common.error.wrong-code'))).toBeVisible()
  // The refused digits are selected, a moment after the error is there: the next ones replace them.
  const selected = () =>
    field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))
  await expect.poll(selected).toBe(wrong.replace(' ', ''))
  await page.keyboard.type(code)
  await expect(page).toHaveURL(new RegExp(href(routes.questionnaire, {}, { locale: 'uk' })))
})

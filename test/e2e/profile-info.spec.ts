import { likeActions } from '#features/likes/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import type { Locator, Page } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { defaultView, toQuery } from '#features/nearby/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { demoMatch, meet, post, signIn } from '../support/browser/demo.ts'
import { addPhotos } from '../support/browser/photos.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { noteToasts } from '../support/browser/toasts.ts'

const profileOf = ({ id }: { id: string }, locale: 'en' | 'uk' | 'de' = 'en') => href(routes.profileInfo, { id }, { locale })
const peoplePage = href(routes.peopleNearby, {}, { locale: 'en' })

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
}

/** Opens the profile of somebody in the list. The address changes before the page does. */
async function openListed(page: Page, link: Locator): Promise<void> {
  const address = (await link.getAttribute('href')) ?? ''
  await link.press('Enter')
  await expectProfile(page, address)
}

async function expectProfile(page: Page, address: string | undefined): Promise<void> {
  await expect(page).toHaveURL(address ?? '')
  await expect(page.getByRole('button', { name: textsOf('en').t('safety.open.menu') })).toBeVisible()
}

/** Fully inside the window, and large enough for a thumb. */
async function expectInReach(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 0.99 })
  const box = await target.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
}

/** The first line of the person's text shows above the buttons; nothing shows between these and the bar at the foot. */
async function expectWords(page: Page, title: string, button: Locator | undefined): Promise<void> {
  const words = page.getByRole('main').getByRole('region', { name: title }).getByRole('paragraph').first()
  const [text, pressed] = [await words.boundingBox(), await button?.boundingBox()]
  const line = await words.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
  expect((text?.y ?? Infinity) + line).toBeLessThanOrEqual((pressed?.y ?? 0) - 6)
  const nav = await page.getByRole('navigation').filter({ visible: true }).last().boundingBox()
  for (const x of [4, (pressed?.x ?? 0) + 60])
    expect(
      await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.textContent, [x, (nav?.y ?? 0) - 3] as const),
    ).not.toContain(title)
}

const windows = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 1280, height: 720 },
]

for (const [index, locale] of (['en', 'uk', 'de'] as const).entries()) {
  const { t } = textsOf(locale)

  test(`all that one decides is inside the first screen and stays there, in ${locale}`, async ({ browser, server }) => {
    const { page, otherPage, one, other } = await meet(browser, [91, 93, 85][index] ?? 91)
    await addPhotos(otherPage, 2, server.approvePhotos)
    await post(otherPage, likeActions.like.path, { id: one.id })
    const { firstName: name } = other
    for (const viewport of windows) {
      await page.setViewportSize(viewport)
      await open(page, profileOf(other, locale))
      // Words in another font have another width.
      await page.evaluate(async () => void (await document.fonts.ready))
      const buttons = [
        page.getByRole('button', { name: t('likes.pass', { name }), exact: true }),
        page.getByRole('button', { name: t('likes.giveBack', { name }), exact: true }),
        page.getByRole('button', { name: t('profile.request.write', { name }), exact: true }),
        page.locator(`form[action="${favouriteActions.keep.path}"]`).getByRole('button'),
      ]
      const photo = page.getByRole('img', { name: t('photos.of', { number: 1, name }) })
      for (const target of [...buttons, page.getByRole('button', { name: t('safety.open.menu') })]) await expectInReach(target)
      await expectInReach(photo)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      if (viewport.width < 600) await expectWords(page, t('profile.about.title', { name }), buttons[0])
      // Nothing covers a button, and at the foot of the page they are where they were.
      const places = await Promise.all(buttons.map((button) => button.boundingBox()))
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      for (const [at, button] of buttons.entries()) {
        await expectInReach(button)
        await button.click({ trial: true })
        const moved = async () => Math.abs(((await button.boundingBox())?.x ?? 0) - (places[at]?.x ?? 0))
        await expect.poll(moved).toBeLessThanOrEqual(1)
      }
    }
  })
}

test('without a script the photos scroll, open as pictures, and a decision leads back to the people', async ({
  browser,
  server,
}) => {
  const { t } = textsOf('en')
  const { page, otherPage, other } = await meet(browser, 5, { javaScriptEnabled: false })
  await addPhotos(otherPage, 2, server.approvePhotos)
  await page.goto(profileOf(other))
  const name = other.firstName
  const second = page.getByRole('link', { name: t('photos.of', { number: 2, name }) })
  await second.scrollIntoViewIfNeeded()
  await expect(second).toBeInViewport({ ratio: 0.9 })
  await expect(second).toHaveAttribute('href', /1280\.webp$/)
  await page.getByRole('button', { name: t('profile.request.write', { name }) }).click()
  await expect(page.getByLabel(t('profile.request.label'), { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: t('common.form.close') })
    .first()
    .click()
  await page.getByRole('button', { name: t('likes.pass', { name }), exact: true }).click()
  await expect(page).toHaveURL(peoplePage)
  await expect(page.getByText(t('likes.done.passed', { name }))).toBeVisible()
})

test('after a pass or a like the next person of the list comes, and the way back leads to the list', async ({ browser }) => {
  const { page } = await meet(browser, 65)
  const toasts = await noteToasts(page)
  // Looks further away, so that there is a next person.
  const list = href(routes.peopleNearby, {}, { locale: 'en', query: toQuery({ ...defaultView, wide: true }) })
  await open(page, list)
  const links = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link')
  await expect(links.nth(2)).toBeAttached()
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await openListed(page, links.first())
  const form = (path: string) => page.locator(`form[action="${path}"]`).getByRole('button').first()
  await form(likeActions.pass.path).click()
  await expect(page).toHaveURL(addresses[1] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await form(likeActions.pass.path).click()
  await expect(page).toHaveURL(addresses[2] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await test.step('the buttons stand at the same place, however much there is to tell', async () => {
    const top = async () => Math.floor((await form(likeActions.pass.path).boundingBox())?.y ?? NaN)
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 })
      const first = await top()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      expect(await top(), `at the foot of the page at ${width}`).toBe(first)
      // A person with an almost empty profile.
      await page
        .locator('main section:not([aria-labelledby="about"])')
        .evaluateAll((sections) => sections.forEach((section) => section.setAttribute('hidden', '')))
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
      expect(await top(), `of a short profile at ${width}`).toBe(first)
    }
  })
  await page.getByRole('link', { name: textsOf('en').t('profile.back'), exact: true }).click()
  await expect(page).toHaveURL(list)

  await test.step('an answer that comes late leads nobody away from where they are by then', async () => {
    const { t } = textsOf('en')
    await openListed(page, page.getByRole('main').locator('li:not([inert]) h3 a').first())
    const name = (await page.getByRole('heading', { level: 1 }).innerText()).split(',')[0] ?? ''
    const isElsewhere = Promise.withResolvers<void>()
    await page.route(`**${likeActions.like.path}`, async (route) => {
      await isElsewhere.promise
      await route.continue()
    })
    await form(likeActions.like.path).click()
    const likesPage = href(routes.likes, {}, { locale: 'en' })
    await page
      .getByRole('banner')
      .or(page.getByRole('navigation'))
      .locator(`a[href="${likesPage}"]`)
      .filter({ visible: true })
      .first()
      .click()
    await expect(page).toHaveURL(likesPage)
    isElsewhere.resolve()
    // Announced at once, before any navigation.
    await expect.poll(async () => (await toasts()).join()).toContain(t('likes.done.liked', { name }))
    await expect(page).toHaveURL(likesPage)
  })
})

test('the day’s undo stands on the next person’s page for six seconds and leads back, once a day', async ({ browser }) => {
  const { t } = textsOf('en')
  const { page } = await meet(browser, 65, { viewport: { width: 390, height: 844 } })
  await open(page, href(routes.peopleNearby, {}, { locale: 'en', query: toQuery({ ...defaultView, wide: true }) }))
  // On phones one card is seen at a time.
  const links = page.getByRole('main').locator('article h3 a')
  await expect(links.nth(2)).toBeAttached()
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await openListed(page, links.first())
  const pass = page.locator(`form[action="${likeActions.pass.path}"]`).getByRole('button')
  const undo = page.getByRole('main').getByRole('button', { name: t('likes.undo.label') })
  await pass.click()
  await expect(page).toHaveURL(addresses[1] ?? '')
  await expectInReach(undo)
  await expectInReach(pass)
  await pass.click({ trial: true })
  await undo.click()
  await expect(page).toHaveURL(addresses[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(undo).toHaveCount(0)

  // After another decision the next person is still the same; the undo is spent.
  await pass.click()
  await expect(page).toHaveURL(addresses[1] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(undo).toHaveCount(0)
  await page.goto(addresses[0] ?? '')
  await expect(
    page
      .getByRole('main')
      .locator('output:visible')
      .filter({ hasText: /^You passed on/ }),
  ).toBeVisible()
  await expect(undo).toHaveCount(0)
})

test('the undo after a pass goes by itself, and stays while the focus is on it', async ({ browser }) => {
  const { t } = textsOf('en')
  const { page } = await meet(browser, 59)
  await page.clock.install()
  await open(page, href(routes.peopleNearby, {}, { locale: 'en', query: toQuery({ ...defaultView, wide: true }) }))
  const links = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link')
  await expect(links.nth(2)).toBeAttached()
  await openListed(page, links.first())
  await page.locator(`form[action="${likeActions.pass.path}"]`).getByRole('button').click()
  const undo = page.getByRole('main').getByRole('button', { name: t('likes.undo.label') })
  await undo.focus()
  await expect(undo).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(undo).toBeFocused()
  await undo.blur()
  await page.clock.runFor(6_500)
  await expect(undo).toHaveCount(0)
})

test('the way back keeps the place in the list, as the browser’s own does', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  await page.setViewportSize({ width: 1280, height: 720 })
  await open(page, peoplePage)
  const links = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link')
  await links.last().scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  await openListed(page, links.last())
  await page.getByRole('link', { name: textsOf('en').t('profile.back'), exact: true }).click()
  await expect(page).toHaveURL(peoplePage)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 50)
})

test('who comes from elsewhere and decides is led to the people nearby', async ({ browser }) => {
  const { page, other } = await meet(browser, 24)
  const toasts = await noteToasts(page)
  await open(page, profileOf(other))
  await page.locator(`form[action="${likeActions.like.path}"]`).getByRole('button').click()
  await expect(page).toHaveURL(peoplePage)
  const said = textsOf('en').t('likes.done.liked', { name: other.firstName })
  await expect.poll(async () => (await toasts()).join()).toContain(said)
})

test('writing opens in view, with the focus in the field', async ({ browser }) => {
  const { t } = textsOf('en')
  const { page, other } = await meet(browser, 9, { viewport: { width: 390, height: 844 } })
  await open(page, profileOf(other))
  await page.getByRole('button', { name: t('profile.request.write', { name: other.firstName }) }).click()
  const field = page.getByLabel(t('profile.request.label'), { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 0.99 })
  expect(await violationsOf(page)).toEqual([])
})

test('a profile is portrait, words, what both share, facts and the reasons, from 600 px on in two columns', async ({ page }) => {
  const { t, format } = textsOf('en')
  await signIn(page, 'anna@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, profileOf({ id: demoId('ben@demo.test') }))
  const main = page.getByRole('main')
  const heading = (name: string) => main.getByRole('heading', { level: 2, name, exact: true })
  // A drawing, or a photo where another test gave them one.
  const portrait = main.getByRole('img').first()
  const parts = {
    portrait,
    words: heading(t('profile.about.title', { name: 'Ben' })),
    shared: heading(t('profile.together.title')),
    facts: heading(t('profile.facts.title')),
    why: main.getByText(t('quiz.match.why', { percent: format.percent(demoMatch('anna@demo.test', 'ben@demo.test')) })),
  }
  const tops = async () => Promise.all(Object.values(parts).map(async (part) => (await part.boundingBox())?.y ?? NaN))
  const onPhone = await tops()
  expect(onPhone).toEqual(onPhone.toSorted((one, other) => one - other))
  for (const width of [600, 768]) {
    await page.setViewportSize({ width, height: 1024 })
    const [picture, words] = [await portrait.boundingBox(), await parts.words.boundingBox()]
    expect((picture?.x ?? 0) + (picture?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(words?.x ?? 0)
    expect(words?.y, `at ${width}`).toBeLessThan((picture?.y ?? 0) + (picture?.height ?? 0))
    expect(picture?.height, `at ${width}`).toBeLessThanOrEqual(0.6 * 1024 + 1)
    const inColumn = (await tops()).slice(1)
    expect(inColumn).toEqual(inColumn.toSorted((one, other) => one - other))
  }
})

test('the arrow back stands beside the first line of a heading', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, href(routes.profileSettings, {}, { locale: 'en' }))
  const heading = page.getByRole('heading', { level: 1 })
  const header = page.locator('header').filter({ has: heading })
  const [arrow, line] = await Promise.all([header.getByRole('link').first().boundingBox(), heading.boundingBox()])
  const middle = (box: typeof arrow) => (box?.y ?? 0) + (box?.height ?? 0) / 2
  const lineHeight = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
  expect(Math.abs(middle(arrow) - ((line?.y ?? 0) + lineHeight / 2))).toBeLessThanOrEqual(2)
})

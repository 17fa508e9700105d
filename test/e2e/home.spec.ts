import type { Locator, Page } from '@playwright/test'
import { startChoices } from '#features/home/example.ts'
import { columns, rows, type Point } from '#features/home/map.ts'
import { describeBand, type DistanceBand } from '#features/location/contract.ts'
import { examplePercent } from '#pages/home/example-percent.ts'
import { answerKey, askKey } from '#features/quiz/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const texts = textsOf('en')
const { t, format } = texts
const home = href(routes.home, {}, { locale: 'en' })

const mapOf = (page: Page) => page.getByRole('region', { name: t('home.map.title') })
/** The sentence that the other person sees; the others are not on screen. */
const seen = (page: Page, band: DistanceBand) => mapOf(page).getByText(describeBand(texts, band), { exact: true })
const pinOf = (page: Page) => mapOf(page).locator('[data-pin]')

async function middleOf(element: Locator): Promise<Point> {
  const { x, y, width, height } = await element.evaluate((each) => each.getBoundingClientRect().toJSON())
  return { x: x + width / 2, y: y + height / 2 }
}

async function openMap(page: Page): Promise<void> {
  await page.goto(home)
  await mapOf(page).scrollIntoViewIfNeeded()
  await expect(mapOf(page)).toHaveAttribute('data-ready', '')
}

test.describe('the map', () => {
  test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })

  test('by mouse: within the square nothing changes for others, beyond it the distance does', async ({ page }) => {
    await openMap(page)
    await expect(seen(page, 25)).toBeVisible()
    const square = mapOf(page).getByRole('radio', { checked: true })
    const { width } = await square.evaluate((each) => each.getBoundingClientRect())
    const [before, grip] = [await square.getAttribute('value'), await middleOf(pinOf(page))]
    await page.mouse.move(grip.x, grip.y)
    await page.mouse.down()
    await page.mouse.move(grip.x + width * 0.4, grip.y - width * 0.3)
    const moved = await middleOf(pinOf(page))
    expect(moved.x - grip.x).toBeCloseTo(width * 0.4, 0)
    expect(moved.y - grip.y).toBeCloseTo(width * -0.3, 0)
    await expect(square).toHaveValue(before ?? '')
    await expect(seen(page, 25)).toBeVisible()

    await page.mouse.move(grip.x + width * 2, grip.y - width * 2, { steps: 4 })
    await page.mouse.up()
    await expect(seen(page, 10)).toBeVisible()
    await expect(seen(page, 25)).toBeHidden()
    await page.mouse.move(grip.x, grip.y)
    await expect(seen(page, 10), 'once it is let go, the pin stays').toBeVisible()
  })

  test('by keyboard: a press moves the pin a little, and only another square is another distance', async ({ page }) => {
    await openMap(page)
    const square = mapOf(page).getByRole('radio', { checked: true })
    await square.focus()
    const [before, from] = [await square.getAttribute('value'), await middleOf(pinOf(page))]
    await page.keyboard.press('ArrowUp')
    const to = await middleOf(pinOf(page))
    expect(to.y).toBeLessThan(from.y)
    await expect(square).toHaveValue(before ?? '')
    await expect(seen(page, 25)).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(square).toHaveValue(String(Number(before) - columns))
    await expect(square, 'its name says what others see').toBeFocused()
    await expect(square).toHaveAccessibleName(new RegExp(`: ${describeBand(texts, 25)}$`))
    for (let press = 0; press < columns * 4; press++) await page.keyboard.press('ArrowRight')
    await expect(square, 'the map ends').toHaveValue(String(columns * (rows - 2) - 1))
    await page.keyboard.press('Tab')
    await expect(mapOf(page).getByText(t('home.map.trick.title'))).toBeFocused()
  })
})

test('a changed answer gives the percentage of the quiz’s own rule, and below a half no number', async ({ page }) => {
  await page.goto(home)
  const example = page.getByRole('region', { name: t('quiz.match.why', { percent: format.percent(0.83) }) })
  await example.scrollIntoViewIfNeeded()
  const score = example.getByRole('status')
  const percentOf = (choices: Record<string, number>) => examplePercent({ ...startChoices, ...choices })
  await expect(score.getByText(format.percent(0.83))).toBeVisible()
  const choose = (name: string, question: number, answer: number) =>
    example.getByRole('radio', { name: `${name}: ${t(answerKey(question, answer))}` }).check()

  await choose(t('quiz.match.you'), 10, 0)
  await expect(score.getByText(format.percent(percentOf({ 'you-10': 0 }) / 100))).toBeVisible()
  await choose(t('home.why.name'), 10, 1)
  await example.getByRole('combobox', { name: t('quiz.match.you'), exact: true }).selectOption(t('quiz.importances.1'))
  const lighter = percentOf({ 'you-10': 0, 'other-10': 1, 'you-10-matters': 1 })
  await expect(score.getByText(format.percent(lighter / 100))).toBeVisible()
  await example.getByText(t(askKey(20))).click()
  await choose(t('quiz.match.you'), 20, 2)
  await expect(score.getByText(t('home.why.low', { percent: format.percent(0.5) }))).toBeVisible()
  await expect(score.getByText(/^\d+%$/)).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a square can still be chosen on the map, and the example shows its right number', async ({ page }) => {
    await page.goto(home)
    await expect(seen(page, 25)).toBeVisible()
    const from = await middleOf(pinOf(page))
    await mapOf(page).getByRole('radio', { name: /^E2:/ }).check({ force: true })
    await expect(seen(page, 5)).toBeVisible()
    await expect(seen(page, 25)).toBeHidden()
    await expect.poll(async () => (await middleOf(pinOf(page))).x).toBeGreaterThan(from.x)
    await expect(page.getByRole('status').getByText(format.percent(examplePercent(startChoices) / 100))).toBeVisible()
    await expect(page.getByRole('combobox').first()).toBeDisabled()
  })
})

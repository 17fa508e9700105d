import type { Page } from '@playwright/test'
import { violationsOf } from '../support/browser/accessibility.ts'
import { test } from '../support/browser/strangers.ts'
import { expect, type Talker } from '../support/browser/talker.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('the drawing of the talk turns into the face, which is announced once', async ({ chat }) => {
  const [zelda, quirin] = await chat({ ...phone, reducedMotion: 'no-preference' })
  const { t, page } = zelda
  const line = await page.locator('header svg[viewBox="0 0 100 100"] path').first().getAttribute('d')
  expect(await page.content(), 'no face before both have said so').not.toContain(quirin.member.firstName)
  await reveal([zelda, quirin])

  const drawing = page.locator(`svg:has(> path[d="${line}"])`)
  await expect(drawing).toHaveCount(1)
  expect(await drawing.evaluate((svg) => svg.getAnimations({ subtree: true }).length)).toBeGreaterThan(0)
  await expect(drawing).toBeHidden()
  const name = quirin.member.firstName
  await expect(page.getByRole('img', { name: t('anonymous.revealed.portrait', { name }) })).toBeVisible()
  const announced = page.getByRole('status').filter({ hasText: t('anonymous.revealed.title', { name }) })
  await expect(announced).toHaveCount(1)
  await expect(zelda.heading(t('anonymous.revealed.title', { name })), 'the pressed button is gone').toBeFocused()
  expect(await violationsOf(page)).toEqual([])
})

test('with reduced motion, the face takes the place of the drawing without moving; a reload shows the face', async ({ chat }) => {
  const [zelda, quirin] = await chat(phone)
  const { page } = zelda
  await reveal([zelda, quirin])
  const drawings = page.locator('main svg[viewBox="0 0 100 100"]')
  const moving = () => drawings.evaluateAll((all) => all.flatMap((svg) => svg.getAnimations({ subtree: true })).length)
  for (const load of [async () => {}, async () => void (await page.reload())]) {
    await load()
    await zelda.knows(quirin.member)
    for (const drawing of await drawings.all()) await expect(drawing).toBeHidden()
    expect(await moving()).toBe(0)
  }
})

test.describe('in Ukrainian', () => {
  test.use({ language: 'uk' })

  test('a topic of both becomes the first message of the new conversation, and gives way to a draft', async ({ stranger }) => {
    const [zelda, quirin] = await Promise.all([stranger('Zelda', phone), stranger('Quirin', phone)])
    const { t } = zelda
    await zelda.look('uk', ['books', 'music'])
    await zelda.waits()
    await quirin.look('uk', ['music'])
    for (const each of [zelda, quirin]) await each.talks()
    await quirin.composer.fill('Ще не надіслано')
    await reveal([zelda, quirin])
    const text = t('anonymous.opener', { topic: t('anonymous.topic.music') })
    const opener = (page: Page) => page.getByRole('link', { name: text })
    await expect(opener(quirin.page), 'what is typed comes first').toBeHidden()
    await quirin.page.getByRole('link', { name: t('anonymous.revealed.open') }).click()
    await expect(quirin.composer).toHaveValue('Ще не надіслано')
    await opener(zelda.page).click()
    await expect(zelda.composer).toHaveValue(text)
    await zelda.button(t('chat.send')).click()
    await expect(quirin.log.getByText(text)).toBeVisible()
  })
})

async function reveal(both: readonly [Talker, Talker]): Promise<void> {
  const [one, other] = both
  for (const each of both) await each.button(each.t('anonymous.room.reveal')).click()
  await one.knows(other.member)
  await other.knows(one.member)
}

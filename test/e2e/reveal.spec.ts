import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
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

test('the two drawings are a picture of pixels alone, under a random name, made on the device', async ({ chat }) => {
  const [zelda, quirin] = await chat(phone)
  const { t, page } = zelda
  await reveal([zelda, quirin])
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const share = zelda.button(t('encounters.share.open'))
  const [first, second] = [await downloadBy(page, share), await downloadBy(page, share)]
  expect(first.name).toMatch(/^[0-9a-f]{8}\.png$/)
  expect(second.name).not.toBe(first.name)
  expect(second.bytes).toEqual(first.bytes)
  expect(chunksOf(first.bytes).filter((type) => type !== 'IDAT')).toEqual(['IHDR', 'IEND'])
  expect(sent.filter((request) => !/^GET \/assets\/[\w-]+\.js$/.test(request))).toEqual([])
})

test('where files can be shared, the sheet gets the picture and no word with it; closing it is no failure', async ({ chat }) => {
  const [zelda, quirin] = await chat(phone)
  const { t, page } = zelda
  await page.evaluate(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: async (data: ShareData) => {
        shared.push(data)
        throw new DOMException('closed', 'AbortError')
      },
    })
  })
  await reveal([zelda, quirin])
  await zelda.button(t('encounters.share.open')).click()
  const given = () =>
    page.evaluate(() => Reflect.get(window, 'shared').map((data: ShareData) => [Object.keys(data), data.files?.[0]?.type]))
  await expect.poll(given).toEqual([[['files'], 'image/png']])
  await expect(zelda.button(t('encounters.share.open'))).not.toHaveAttribute('aria-busy')
  await expect(page.getByText(t('encounters.share.failed'))).toHaveCount(0)
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

async function downloadBy(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Types of a PNG's chunks, in order. */
function chunksOf(png: Buffer): string[] {
  const types: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) types.push(png.toString('latin1', at + 4, at + 8))
  return types
}

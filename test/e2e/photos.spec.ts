import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { photoActions, photoLimits } from '#features/photos/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { inWidth, photoWidths } from '#shared/photo.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { sameOrigin } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { pictures } from '../support/fixtures/pictures.ts'

const file = (name: keyof typeof pictures, as: string) => ({
  name: as,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(pictures[name], 'base64'),
})

const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

type Listed = { photos: { id: string; address: string }[] }
const listOf = async (page: Page) => ((await (await page.request.get(photoActions.upload.path)).json()) as Listed).photos

/** The colour in the middle of the left or the right edge. */
async function colourAt(picture: Buffer, edge: 'left' | 'right'): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const column = edge === 'left' ? 2 : info.width - 3
  const at = (Math.floor(info.height / 2) * info.width + column) * info.channels
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

/** 4000 × 3000 px, with the file size of a phone's photo. */
const largePicture = () =>
  sharp({ create: { width: 1000, height: 750, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } } }) // prettier-ignore
    .resize(4000, 3000)
    .jpeg({ quality: 95 })
    .toBuffer()

/** The tiles and empty slots on screen. */
const boxesOf = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).evaluate((grid) =>
    [...grid.children].map((slot) => {
      const { left, top, width, height } = slot.getBoundingClientRect()
      return { left: Math.round(left), top: Math.round(top), width: Math.round(width), height: Math.round(height) }
    }),
  )

const locale = 'uk'
const { t } = textsOf(locale)
const settingsIn = (code: LocaleCode) => href(routes.profileSettings, {}, { locale: code })

test.use({ viewport: phone })

test('six equal slots, in en, de and uk, take photos: cut, uploaded, put in order by keys and by drag, and removed', async ({
  page,
  server,
}) => {
  await server.signIn(page.context(), (await server.addMember('Robin')).id)
  for (const [code, viewport] of [
    ['en', wide],
    ['de', phone],
    ['uk', phone],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.goto(settingsIn(code))
    await expectEqualSlots(page, code)
  }
  const said = (text: string) => page.locator('#photos').getByText(text)
  const chooser = page.locator('#photos').getByLabel(t('photos.add.title'))
  const use = page.getByRole('dialog').getByRole('button', { name: t('photos.crop.use') })

  await chooser.setInputFiles(file('gpsJpeg', 'holiday.jpg'))
  // The picture is red on the left, blue on the right: the box goes to the right edge.
  const box = page.getByRole('button', { name: t('photos.crop.box') })
  await box.focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowRight')
  await use.click()
  await expect(said(t('photos.done.added'))).toBeVisible()

  const [cut] = await listOf(page)
  for (const width of photoWidths) {
    const response = await page.request.get(inWidth(cut?.address ?? '', width))
    const picture = await response.body()
    const metadata = await sharp(picture).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: Math.min(width, 400) })
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc, metadata.orientation]).toEqual(Array(5).fill(undefined))
    expect([await colourAt(picture, 'left'), await colourAt(picture, 'right')]).toEqual(['blue', 'blue'])
  }

  // Two at once: they are cropped one after the other.
  await chooser.setInputFiles([file('gpsPng', 'second.png'), file('turnedJpeg', 'third.jpg')])
  await use.click()
  await expect(use).toBeEnabled()
  await use.click()
  await expect.poll(async () => (await listOf(page)).length).toBe(3)
  const ids = (await listOf(page)).map(({ id }) => id)
  await expect(page.getByRole('img', { name: t('photos.alt', { number: 3 }) })).toBeVisible()

  const second = page.getByRole('button', { name: t('photos.move.handle', { number: 2 }) })
  await second.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(said(t('photos.done.moved')).or(said(t('photos.move.now', { number: 1, count: 3 })))).toBeVisible()
  await expect(page.getByRole('button', { name: t('photos.move.handle', { number: 1 }) })).toBeFocused()
  await expect.poll(async () => (await listOf(page))[1]?.id).toBe(cut?.id)

  // The answer to the next order is late: it must not undo later changes.
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(
    `**${photoActions.order.path}`,
    async (route) => {
      const response = await route.fetch()
      await late
      await route.fulfill({ response })
    },
    { times: 1 },
  )

  // Hovering waits until nothing moves any more.
  await page.getByRole('button', { name: t('photos.move.handle', { number: 2 }) }).hover()
  await page.mouse.down()
  await page.getByRole('img', { name: t('photos.alt', { number: 1 }) }).hover({ force: true })
  await page.mouse.up()
  await expect.poll(async () => (await listOf(page))[0]?.id).toBe(cut?.id)

  // On a busy device the move and the drop arrive at once, before a render. The pointer only finds elements inside
  // the window, so both tiles are scrolled into its middle first.
  const handle = page.getByRole('button', { name: t('photos.move.handle', { number: 1 }) })
  await handle.evaluate((button) => button.closest('[data-photo]')?.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const grip = await handle.boundingBox()
  await page.mouse.move((grip?.x ?? 0) + 20, (grip?.y ?? 0) + 20)
  await page.mouse.down()
  await page.getByRole('img', { name: t('photos.alt', { number: 2 }) }).evaluate((image) => {
    const { x, y } = image.getBoundingClientRect()
    const at = { clientX: x + 20, clientY: y + 20, bubbles: true }
    window.dispatchEvent(new PointerEvent('pointermove', at))
    window.dispatchEvent(new PointerEvent('pointerup', at))
  })
  await page.mouse.up()
  letGo()
  await expect.poll(async () => (await listOf(page))[1]?.id).toBe(cut?.id)

  // A press on a tile opens its actions; the first is the main one already.
  const open = (number: number) => page.getByRole('button', { name: t('photos.alt', { number }) }).first()
  const sheet = page.getByRole('dialog')
  await open(1).click()
  await expect(sheet.getByText(t('photos.state.pendingText'))).toBeVisible()
  await expect(sheet.getByRole('button', { name: t('photos.move.firstShort') })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await open(3).click()
  await sheet.getByRole('button', { name: t('photos.move.firstShort') }).click()
  await expect.poll(async () => (await listOf(page))[0]?.id).toBe(ids[2])

  for (let left = 3; left > 1; left -= 1) {
    await expect(sheet).toHaveCount(0) // the sheet before slides away
    await open(left).click()
    await sheet.getByText(t('photos.remove.short'), { exact: true }).click()
    await sheet.getByRole('button', { name: t('photos.remove.confirm') }).click()
    await expect.poll(async () => (await listOf(page)).length).toBe(left - 1)
  }
  await expect(said(t('photos.done.removed'))).toBeVisible()
  await expect(page.getByRole('img', { name: t('photos.alt', { number: 1 }) })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

/** As many slots as there may be photos, all of one size, in three columns, large enough for a thumb. */
async function expectEqualSlots(page: Page, code: LocaleCode): Promise<void> {
  const slots = await boxesOf(page, textsOf(code).t('photos.list'))
  expect(slots).toHaveLength(photoLimits.most)
  expect(new Set(slots.map(({ width, height }) => `${width}x${height}`)).size).toBe(1)
  expect(new Set(slots.map(({ left }) => left)).size).toBe(3)
  expect(new Set(slots.map(({ top }) => top)).size).toBe(2)
  expect(Math.min(...slots.map(({ width }) => width))).toBeGreaterThanOrEqual(44)
}

test.describe('where an upload is cut off', () => {
  test.use({ allowed: [/ERR_FAILED|Failed to load resource|Failed to connect/] })

  test('a large picture leaves small, is not lost with its page, and arrives at another try', async ({ page, server }) => {
    const large = await largePicture()
    await server.signIn(page.context(), (await server.addMember('Robin')).id)
    await page.goto(settingsIn(locale))
    const before = (await listOf(page)).length
    const sent: Buffer[] = []
    const { promise: isSeen, resolve: cutOff } = Promise.withResolvers<void>()
    await page.route(`**${photoActions.upload.path}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0))
      await isSeen
      await route.abort()
    })
    await page
      .locator('#photos')
      .getByLabel(t('photos.add.title'))
      .setInputFiles({ name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: large })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('photos.crop.use') })
      .click()
    const progress = page.locator('#photos').getByRole('progressbar')
    await expect(progress).toBeVisible()
    await expect.poll(() => sent.length).toBe(1)
    // The upload continues while another page is shown, which reports its result.
    await page.getByRole('link', { name: t('profile.settings.view') }).click()
    await expect(page.locator('#photos')).toHaveCount(0)
    await page.goBack()
    await expect(progress).toBeVisible()
    await page.goForward()
    await expect(page.locator('#photos')).toHaveCount(0)
    cutOff()
    await expect(page.getByText(t('common.error.offline')).first()).toBeVisible()
    await page.goBack()
    const widest = photoWidths.at(-1) ?? 0
    const [body = Buffer.alloc(0)] = sent
    expect(body.length).toBeLessThan(large.length / 2)
    const picture = body.subarray(body.indexOf(Buffer.from([0xff, 0xd8, 0xff])))
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: widest, height: (widest * 5) / 4 })
    const again = page.locator('#photos').getByRole('button', { name: t('common.form.retry') })
    await expect(page.locator('#photos').getByRole('alert')).toHaveText(t('common.error.offline'))
    await expect(again).toBeVisible()
    await page.unroute(`**${photoActions.upload.path}`)
    await again.click()
    await expect(page.locator('#photos').getByText(t('photos.done.added'))).toBeVisible()
    expect(await listOf(page)).toHaveLength(before + 1)

    await test.step('a file that was stored on its side, sent by the plain form, stands upright: red is above blue', async () => {
      const multipart = { file: file('turnedJpeg', 'photo.jpg') }
      await page.request.post(photoActions.upload.path, { multipart, headers: { ...sameOrigin(), accept: 'text/html' } })
      const turned = (await listOf(page)).at(-1)
      const upright = sharp(await (await page.request.get(inWidth(turned?.address ?? '', 320))).body())
      expect(await colourAt(await upright.rotate(270).toBuffer(), 'left')).toBe('red')
    })
  })
})

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { apiPaths } from '#shared/api-paths.ts'
import { href } from '#shared/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { inWidth, photoWidths } from '#shared/photo.ts'
import { routes } from '#shared/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { pictures } from '../support/fixtures/pictures.ts'

const file = (name: keyof typeof pictures, as: string) => ({
  name: as,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(pictures[name], 'base64'),
})

/** Each has an account of their own, so that the two languages do not meet in one list. */
const members: Record<'en' | 'uk', [withScript: string, without: string]> = {
  en: ['ben@demo.test', 'elif@demo.test'],
  uk: ['olena@demo.test', 'piotr@demo.test'],
}

type Listed = { photos: { id: string; address: string }[] }
const listOf = async (page: Page) => ((await (await page.request.get(apiPaths.photos)).json()) as Listed).photos

/** The colour in the middle of the left or the right edge. */
async function colourAt(picture: Buffer, edge: 'left' | 'right'): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const column = edge === 'left' ? 2 : info.width - 3
  const at = (Math.floor(info.height / 2) * info.width + column) * info.channels
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

for (const locale of ['en', 'uk'] as const satisfies LocaleCode[]) {
  const settings = href(routes.profileSettings, {}, { locale })
  const [withScript, without] = members[locale]

  test(`a photo is cut, uploaded, put in order by keys and by drag, and removed, in ${locale}`, async ({ page }) => {
    const { t } = textsOf(locale)
    await signIn(page, withScript)
    await page.goto(settings)
    const said = (text: string) => page.locator('#photos').getByText(text)
    await page.getByLabel(t('photos.add.file')).setInputFiles(file('gpsJpeg', 'holiday.jpg'))
    // The picture is red on the left, blue on the right: the box goes to the right edge.
    const box = page.getByRole('button', { name: t('photos.crop.box') })
    await box.focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('button', { name: t('photos.add.submit') }).click()
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

    await page.getByLabel(t('photos.add.file')).setInputFiles(file('gpsPng', 'second.png'))
    await page.getByRole('button', { name: t('photos.add.submit') }).click()
    const second = page.getByRole('button', { name: t('photos.move.handle', { number: 2 }) })
    await second.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(said(t('photos.done.moved')).or(said(t('photos.move.now', { number: 1, count: 2 })))).toBeVisible()
    await expect(page.getByRole('button', { name: t('photos.move.handle', { number: 1 }) })).toBeFocused()
    await expect.poll(async () => (await listOf(page))[1]?.id).toBe(cut?.id)

    // The answer to the next order is late: it must not undo what is done until it comes.
    const { promise: late, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(
      `**${apiPaths.photoOrder}`,
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

    // On a busy device the whole way to another place and the letting go come at once, before anything is drawn.
    // Only what is in the window is found under a pointer: both tiles are brought into its middle first.
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

    await page.getByRole('button', { name: t('photos.remove.open', { number: 2 }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('photos.remove.confirm') })
      .click()
    await expect(said(t('photos.done.removed'))).toBeVisible()
    expect(await listOf(page)).toHaveLength(1)
    await expect(page.getByRole('img', { name: t('photos.alt', { number: 1 }) })).toBeVisible()
  })

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false })

    test(`photos are uploaded, put in order and removed by plain forms, in ${locale}`, async ({ page }) => {
      const { t } = textsOf(locale)
      await signIn(page, without)
      await page.goto(settings)
      const add = async (name: keyof typeof pictures) => {
        await page.getByLabel(t('photos.add.file')).setInputFiles(file(name, 'photo.jpg'))
        await page.getByRole('button', { name: t('photos.add.submit') }).click()
        await expect(page).toHaveURL(new RegExp(`${settings}$`))
      }
      await add('turnedJpeg')
      await expect(page.getByText(t('photos.done.added'))).toBeVisible()
      await add('gpsWebp')
      const [turned, square] = await listOf(page)
      // It lay on its side: upright, red is above blue.
      const upright = sharp(await (await page.request.get(inWidth(turned?.address ?? '', 320))).body())
      expect(await colourAt(await upright.rotate(270).toBuffer(), 'left')).toBe('red')

      await page.getByRole('button', { name: t('photos.move.first', { number: 2 }) }).click()
      await expect(page.getByText(t('photos.done.moved'))).toBeVisible()
      expect((await listOf(page)).map((photo) => photo.id)).toEqual([square?.id, turned?.id])

      await page.getByLabel(t('photos.add.file')).setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') }) // prettier-ignore
      await page.getByRole('button', { name: t('photos.add.submit') }).click()
      await expect(page.getByText(t('common.field.photo-type'))).toBeVisible()

      await page.getByRole('button', { name: t('photos.remove.open', { number: 1 }) }).click()
      await page.getByRole('button', { name: t('photos.remove.confirm'), exact: true }).click()
      await expect(page.getByText(t('photos.done.removed'))).toBeVisible()
      expect((await listOf(page)).map((photo) => photo.id)).toEqual([turned?.id])
    })
  })
}

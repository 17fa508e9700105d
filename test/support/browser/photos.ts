import { photoActions } from '#features/photos/contract.ts'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { sameOrigin } from './demo.ts'
import { expect } from './test.ts'

type Colour = { r: number; g: number; b: number }

/** Gives this page's member single-coloured photos, as if a moderator had approved them. */
export async function addPhotos(page: Page, count: number, approve: () => Promise<void>, colour?: Colour): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const background = colour ?? { r: 60 * at, g: 120, b: 200 - 60 * at }
    const buffer = await sharp({ create: { width: 800, height: 1000, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const sent = await page.request.post(photoActions.upload.path, {
      multipart: { file: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer } },
      headers: sameOrigin(),
    })
    expect(sent.ok()).toBe(true)
  }
  await approve()
}

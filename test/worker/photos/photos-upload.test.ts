import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { counters, photos } from '#db/schema.ts'
import { photoLimits } from '#features/photos/contract.ts'
import { objectName } from '#features/photos/server/objects.ts'
import { readWebp } from '#features/photos/server/webp.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { photoWidths } from '#shared/photo.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { createPhoto, listObjects, pictureBytes, upload } from '#test/support/worker/photos.ts'

const rowsOf = (memberId: string) => db.select().from(photos).where(eq(photos.memberId, memberId))
const text = (content: string) => Uint8Array.from(new TextEncoder().encode(content))
const join = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]))

async function readObject(key: string, width: (typeof photoWidths)[number]): Promise<Uint8Array<ArrayBuffer>> {
  const object = await env.PHOTOS.get(objectName(key, width))
  return new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer())
}

/** The names of a RIFF file's chunks, and the flags of VP8X. */
function chunksOf(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names: string[] = []
  for (let at = 12; at + 8 <= bytes.byteLength;) {
    names.push(new TextDecoder('latin1').decode(bytes.subarray(at, at + 4)))
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return names
}

const drawnChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']

describe('a photo that is taken', () => {
  test.each([
    ['gpsJpeg', { width: 400, height: 500 }],
    ['gpsPng', { width: 600, height: 750 }],
    ['gpsWebp', { width: 500, height: 500 }],
    ['turnedJpeg', { width: 400, height: 500 }],
    ['losslessWebp', { width: 300, height: 300 }],
  ] as const)('%s comes out as three webp pictures without any metadata', async (name, size) => {
    const member = await createMember()
    const response = await upload(member, pictureBytes(name))
    expect(response.status).toBe(201)
    const [row] = await rowsOf(member.id)
    expect(row).toMatchObject({ state: 'pending', position: 0, ...size })
    for (const width of photoWidths) {
      const bytes = await readObject(row?.key ?? '', width)
      const drawn = Math.min(width, size.width)
      expect(readWebp(bytes)).toMatchObject({ width: drawn, height: Math.round((size.height * drawn) / size.width) })
      expect(chunksOf(bytes).filter((chunk) => !drawnChunks.includes(chunk))).toEqual([])
      expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/Exif|Kodak|GPS|xmp|Only For Tests/i)
    }
  })

  test('stands behind the others, and the answer lists all', async () => {
    const member = await createMember()
    const first = await createPhoto(member, { position: 3 })
    const response = await upload(member, pictureBytes('gpsJpeg'))
    const { id, photos: list } = await response.json<{ id: string; photos: { id: string; state: string }[] }>()
    expect(list.map((photo) => photo.id)).toEqual([first.id, id])
    expect(list[1]?.state).toBe('pending')
  })

  test('neither its name nor its type counts', async () => {
    const member = await createMember()
    const response = await upload(member, pictureBytes('gpsPng'), { name: 'notes.txt', type: 'text/plain' })
    expect(response.status).toBe(201)
  })

  test('as a plain form it goes back to its page', async () => {
    const member = await createMember()
    const response = await upload(member, pictureBytes('gpsJpeg'), { plain: true })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/profile-settings')
    expect(await rowsOf(member.id)).toHaveLength(1)
  })
})

/** A PNG whose header tells another size. */
function sized(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = pictureBytes('gpsPng')
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

const jpeg = pictureBytes('gpsJpeg')
const comment = (content: string) => join(jpeg.subarray(0, 2), new Uint8Array([0xff, 0xfe, 0, content.length + 2]), text(content), jpeg.subarray(2)) // prettier-ignore

const refused: [string, Uint8Array<ArrayBuffer>, RegExp, string?][] = [
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /JPEG, PNG or WebP/, 'image/svg+xml'],
  ['HTML named .jpg', text('<!doctype html><script>alert(1)</script>'), /JPEG, PNG or WebP/],
  ['GIF', text('GIF89a\u0001\u0000\u0001\u0000'), /JPEG, PNG or WebP/, 'image/gif'],
  ['a JPEG with a page in its comment', comment('<script>alert(1)</script>'), /damaged/],
  ['a truncated JPEG', jpeg.slice(0, -40), /damaged/],
  ['a truncated PNG', pictureBytes('gpsPng').slice(0, -200), /damaged/],
  ['a truncated WebP', pictureBytes('gpsWebp').slice(0, -20), /damaged/],
  [
    'a JPEG with noise for data',
    join(jpeg.slice(0, 400), new Uint8Array(4000).fill(7), new Uint8Array([0xff, 0xd9])),
    /damaged|JPEG/,
  ],
  ['20,000 × 20,000 px', sized(20_000, 20_000), /too large/],
  ['a side of 12,001 px', sized(12_001, 300), /too large/],
  ['more than 40 megapixels', sized(8000, 5001), /too large/],
  ['a stamp', pictureBytes('smallJpeg'), /too small/],
]

/** Returns the first answer that came in time. A busy machine may hold one up, but not each of five. */
async function withinASecond(ask: () => Promise<Response>): Promise<Response> {
  const times: number[] = []
  while (times.length < 5) {
    const start = performance.now()
    const response = await ask()
    times.push(performance.now() - start)
    if ((times.at(-1) ?? 0) < 1000) return response
  }
  throw new Error(`Each took a second or more: ${times.join(', ')} ms`)
}

describe('a picture with something behind its end', () => {
  test.each([
    ['a JPEG with a film, as phones write them', join(jpeg, text('MotionPhoto_Data\u0000\u0000\u0000\u0018ftypmp42'))],
    ['a JPEG with an archive', join(jpeg, text('PK\u0003\u0004archive'))],
    ['a PNG with a page', join(pictureBytes('gpsPng'), text('<html></html>'))],
    ['a WebP with a program', join(pictureBytes('gpsWebp'), text('MZ'))],
  ])('is taken, and only the picture is kept: %s', async (_, bytes) => {
    const member = await createMember()
    expect((await upload(member, bytes)).status).toBe(201)
    expect(await rowsOf(member.id)).toHaveLength(1)
    for (const key of await listObjects()) {
      const stored = await (await env.PHOTOS.get(key))?.arrayBuffer()
      expect(new TextDecoder('latin1').decode(stored)).not.toMatch(/MotionPhoto|archive|<html>|MZ$/)
    }
  })
})

describe('a file that is refused', () => {
  test.each(refused)('%s: within a second, in clear words, and nothing is stored', async (_, bytes, words, type) => {
    const member = await createMember()
    const before = await listObjects()
    const response = await withinASecond(() => upload(member, bytes, { type: type ?? 'image/jpeg' }))
    expect(response.status).toBe(422)
    const { error } = await response.json<ErrorBody>()
    expect(error.fields?.['file']).toMatch(words)
    expect(await rowsOf(member.id)).toEqual([])
    expect(await listObjects()).toEqual(before)
  })

  test('13 MB: 413', async () => {
    const member = await createMember()
    const response = await withinASecond(() => upload(member, new Uint8Array(13 * 1024 * 1024)))
    expect(response.status).toBe(413)
    expect((await response.json<ErrorBody>()).error.fields?.['file']).toMatch(/12\sMB/)
    expect(await rowsOf(member.id)).toEqual([])
  })

  test('no file at all', async () => {
    const response = await upload(await createMember(), null)
    expect(response.status).toBe(422)
  })

  test('as a plain form shows the refusal on its page', async () => {
    const response = await upload(await createMember(), text('<svg/>'), { plain: true })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/profile-settings')
    expect(response.headers.get('set-cookie')).toMatch(/__Host-flash=/)
  })

  test('a guest’s: 401', async () => {
    expect((await upload(null, pictureBytes('gpsJpeg'))).status).toBe(401)
  })
})

describe('limits', () => {
  test('a seventh photo is refused', async () => {
    const member = await createMember()
    for (let position = 0; position < photoLimits.most; position += 1) await createPhoto(member, { position })
    const response = await upload(member, pictureBytes('gpsJpeg'))
    expect(response.status).toBe(409)
    expect((await response.json<ErrorBody>()).error.fields?.['file']).toMatch(/six photos/)
  })

  test('of four at once only the free place is taken, and the others leave no objects', async () => {
    const member = await createMember()
    for (let position = 0; position < photoLimits.most - 1; position += 1) await createPhoto(member, { position })
    const before = (await listObjects()).length
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(member, pictureBytes('losslessWebp'))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
    expect(await rowsOf(member.id)).toHaveLength(photoLimits.most)
    expect(await listObjects()).toHaveLength(before + photoWidths.length)
  })

  test('the thirtieth upload of an hour is taken, the next is not, by script or by form', async () => {
    const member = await createMember()
    const now = Date.now()
    await db.insert(counters).values({ key: `upload:${member.id}`, count: 29, expiresAt: now + 60_000 })
    expect((await upload(member, pictureBytes('losslessWebp'))).status).toBe(201)
    const refused = await upload(member, pictureBytes('losslessWebp'))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
    expect((await upload(member, pictureBytes('losslessWebp'), { plain: true })).status).toBe(303)
    expect(await rowsOf(member.id)).toHaveLength(1)
  })
})

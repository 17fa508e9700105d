import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspect } from './inspect.ts'

const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c8321e' } })
const file = (buffer: Buffer) => Uint8Array.from(buffer)

/** A position in the format that a phone writes. */
const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }

async function look(buffer: Buffer) {
  const seen = inspect(file(buffer))
  if ('refused' in seen) throw new Error(seen.refused)
  return { ...seen.picture, left: await sharp(seen.picture.bytes).metadata() }
}

describe('inspecting a picture', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a JPEG of orientation %i, which it reads before it takes the rest of the Exif away',
    async (orientation) => {
      const picture = await look(await red(300, 200).withExif(place).withMetadata({ orientation }).jpeg().toBuffer())
      expect(picture).toMatchObject({ type: 'image/jpeg', width: 300, height: 200, orientation })
      expect([picture.left.exif, picture.left.orientation]).toEqual([undefined, undefined])
    },
  )

  test.each([
    ['progressive JPEG', red(300, 200).jpeg({ progressive: true }), 'image/jpeg'],
    ['JPEG with restart markers and a colour profile', red(300, 200).withIccProfile('p3').jpeg({ mozjpeg: true }), 'image/jpeg'],
    ['PNG', red(300, 200).withExif(place).png(), 'image/png'],
    ['PNG with a palette', red(300, 200).png({ palette: true }), 'image/png'],
    ['WebP', red(300, 200).withExif(place).webp(), 'image/webp'],
    ['lossless WebP', red(300, 200).webp({ lossless: true }), 'image/webp'],
    ['WebP with transparency', red(300, 200).ensureAlpha(0.5).webp(), 'image/webp'],
  ])('%s', async (_, drawing, type) => {
    const picture = await look(await drawing.toBuffer())
    expect(picture).toMatchObject({ type, width: 300, height: 200, orientation: 1 })
    expect(picture.left).toMatchObject({ width: 300, height: 200 })
    expect([picture.left.exif, picture.left.xmp]).toEqual([undefined, undefined])
  })

  test('a JPEG with further pictures behind it, as phones write them', async () => {
    const jpeg = await red(300, 200).jpeg().toBuffer()
    expect(inspect(file(Buffer.concat([jpeg, Buffer.alloc(7), jpeg])))).toHaveProperty('picture')
    expect(inspect(file(Buffer.concat([jpeg, jpeg.subarray(0, 200)])))).toEqual(inspect(file(jpeg)))
  })

  test('ends with the picture, whatever a phone or a program has appended', async () => {
    const film = Buffer.concat([Buffer.from('MotionPhoto_Data\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5000, 0xff)])
    const appended = [film, Buffer.from('\n'), Buffer.alloc(3), Buffer.from('PK\x03\x04 <script>alert(1)</script>', 'latin1'), Buffer.from([0xff, 0xd8])] // prettier-ignore
    for (const drawing of [
      red(300, 200).jpeg(),
      red(300, 200).png(),
      red(300, 200).webp(),
      red(301, 201).webp({ lossless: true }),
    ]) {
      const whole = await drawing.toBuffer()
      const alone = inspect(file(whole))
      expect(alone).toHaveProperty('picture')
      for (const more of appended) expect(inspect(file(Buffer.concat([whole, more])))).toEqual(alone)
    }
  })

  test('hides no document in a part that is not drawn', async () => {
    const jpeg = await red(300, 200).jpeg().toBuffer()
    const comment = Buffer.from('<script>alert(1)</script>')
    const hidden = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
      comment,
      jpeg.subarray(2),
    ])
    expect(inspect(file(hidden))).toEqual({ refused: 'photo-broken' })
  })

  test('a header of the wrong length, behind which scripts are hidden', async () => {
    const jpeg = await red(300, 200).jpeg().toBuffer()
    const jfif = (length: number) =>
      Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, length >> 8, length & 0xff]),
        Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'),
        Buffer.alloc(length - 16, ' '),
        jpeg.subarray(jpeg[3] === 0xe0 ? 20 : 2),
      ])
    expect(inspect(file(jfif(16)))).toHaveProperty('picture')
    expect(inspect(file(jfif(0x2f2a)))).toEqual({ refused: 'photo-broken' })
  })

  test('any file cut anywhere is refused, never a crash', async () => {
    for (const buffer of await Promise.all([
      red(220, 210).jpeg().toBuffer(),
      red(220, 210).png().toBuffer(),
      red(220, 210).webp().toBuffer(),
    ])) {
      for (let length = 0; length < buffer.length; length += 1) {
        expect(inspect(file(buffer.subarray(0, length))), `${length} bytes`).toHaveProperty('refused')
      }
    }
  })

  test('a frame that outgrows the canvas it announces', async () => {
    const webp = await red(300, 200).withExif(place).webp().toBuffer()
    webp.writeUIntLE(249, 24, 3)
    expect(inspect(file(webp))).toEqual({ refused: 'photo-broken' })
  })

  test('a file of nothing but tiny parts is given up before it costs time and memory', () => {
    const bytes = 12 * 1024 * 1024
    const filled = (head: Uint8Array, part: readonly number[]) => {
      const whole = new Uint8Array(bytes - (bytes % part.length) + head.length)
      const all = Uint8Array.from(part)
      for (let at = head.length; at < whole.length; at += all.length) whole.set(all, at)
      whole.set(head)
      return whole
    }
    const png = new Uint8Array(33)
    png.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 1])
    const webp = filled(Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), [...Buffer.from('aaaa\0\0\0\0', 'latin1')])
    new DataView(webp.buffer).setUint32(4, webp.length - 8, true)
    const files = {
      jpeg: filled(Uint8Array.from([0xff, 0xd8]), [0xff, 0xe3, 0, 2]),
      pictures: filled(new Uint8Array(), [0xff, 0xd8, 0xff, 0xd9]),
      png: filled(png, [0, 0, 0, 0, 0x61, 0x61, 0x61, 0x61, 0, 0, 0, 0]),
      webp,
    }
    for (const [name, whole] of Object.entries(files)) {
      // A busy machine may delay one run, but not all three.
      const times = [1, 2, 3].map(() => {
        const startedAt = performance.now()
        expect(inspect(whole), name).toEqual({ refused: 'photo-broken' })
        return performance.now() - startedAt
      })
      expect(Math.min(...times), name).toBeLessThan(1000)
    }
  })
})

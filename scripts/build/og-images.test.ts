import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawnPosts } from '#features/blog/contract.ts'
import { locales } from '#shared/i18n/locales.ts'
import { listOgImages, makeOgImage, pathOf } from './og-images.ts'
import { ogSize, writeOgSvg } from './og-picture.ts'
import { breakLines, drawLine, loadFonts, measureLine } from './og-text.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-og-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('pictures for previews of links', () => {
  it('are one for the site and one for each of our posts, in every language', async () => {
    const paths = (await listOgImages()).map(pathOf)
    const expected = locales.flatMap(({ code }) => ['site', ...drawnPosts].map((name) => `og/${code}/${name}.png`))
    expect(paths.toSorted()).toEqual(expected.toSorted())
  })

  it('have room for every title in every language', async () => {
    for (const image of await listOgImages()) await expect(writeOgSvg(image), pathOf(image)).resolves.toContain('</svg>')
  }, 30_000)

  it('are small PNGs of the size that previews want, and without a font of the machine', async () => {
    const image = { locale: 'uk', name: 'spotting-scams', title: 'Як розпізнати шахрайство' } as const
    const made = await makeOgImage(image, 'v1', folder)
    expect(await sharp(made).metadata()).toMatchObject({ format: 'png', ...ogSize, isPalette: true })
    expect(made.length).toBeLessThan(40_000)
    expect(await writeOgSvg(image)).not.toMatch(/<text|font-family/)
  })

  it('come from the cache until their text, or what draws them, changes', async () => {
    const image = { locale: 'en', name: 'site', title: 'Two people' } as const
    await makeOgImage(image, 'v1', folder)
    const files = await readdir(folder)
    await makeOgImage(image, 'v1', folder)
    expect(await readdir(folder)).toEqual(files)
    for (const file of files) await writeFile(join(folder, file), 'kept')
    expect(String(await makeOgImage(image, 'v1', folder))).toBe('kept')
    expect((await makeOgImage({ ...image, title: 'Three people' }, 'v1', folder)).length).toBeGreaterThan(1000)
    expect((await makeOgImage(image, 'v2', folder)).length).toBeGreaterThan(1000)
  })
})

describe('their text', () => {
  it('is drawn in every alphabet that we write, from the part of the font that has the character', async () => {
    const fonts = await loadFonts()
    for (const text of ['Two', 'Привіт, її ґанок', 'Łódź ěščřžýáíéůň', 'ğüşıöç', 'ăâîșț', '«Où ?» “no” ‘yes’ …–'])
      expect(drawLine(fonts, text, 50).length, text).toBeGreaterThan(100)
    expect(() => drawLine(fonts, '愛', 50)).toThrow('U+611b')
    expect(measureLine(fonts, 'rendez-\u2060vous')).toBe(measureLine(fonts, 'rendez-vous'))
  })

  it('breaks into the fewest lines, of about the same width, and never within a word or at a no-break space', () => {
    const widthOf = (line: string) => line.length
    expect(breakLines('one two three four', { width: 10, most: 3 }, widthOf)).toEqual(['one two', 'three four'])
    expect(breakLines('aaaa bbbb cccc d', { width: 14, most: 3 }, widthOf)).toEqual(['aaaa bbbb', 'cccc d'])
    expect(breakLines('a\u00a0b c', { width: 3, most: 2 }, widthOf)).toEqual(['a\u00a0b', 'c'])
    expect(breakLines('aaaa bbbb cccc', { width: 4, most: 2 }, widthOf)).toBeNull()
    expect(breakLines('unbreakable', { width: 4, most: 9 }, widthOf)).toBeNull()
  })
})

import { statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { locales, splitLocale } from '#shared/i18n/locales.ts'
import { webManifestHref } from '#shared/routing/href.ts'
import { routeList } from '#shared/routing/routes.ts'
import { readNamespaces } from './read-messages.ts'
import { createWebManifest, screenshotPath, screenshots } from './web-manifests.ts'

const manifestOf = async (code: (typeof locales)[number]['code']) => createWebManifest(code, await readNamespaces(code))
const manifests = await Promise.all(locales.map(async (locale) => ({ locale, manifest: await manifestOf(locale.code) })))

/** Width and height of a picture in public/, as a manifest writes them. */
async function sizesOf(address: string): Promise<string> {
  const { width, height } = await sharp(join('public', address)).metadata()
  return `${width}x${height}`
}

describe('the web manifests', () => {
  test('have an address of their own below the prefix of their language', () => {
    expect(manifests.map(({ locale }) => webManifestHref(locale.code))).toEqual(
      locales.map(({ prefix }) => `${prefix ? `/${prefix}` : ''}/manifest.webmanifest`),
    )
  })

  test('are one app: the same id, name and scope in every language', () => {
    const identities = manifests.map(({ manifest: { id, name, short_name, scope, display } }) =>
      [id, name, short_name, scope, display].join(' '),
    )
    expect(new Set(identities)).toEqual(new Set([`/ ${brand.name} ${brand.name} / standalone`]))
  })

  test.each(manifests)('start and lead into the language of $locale.code', ({ locale, manifest }) => {
    const addresses = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]
    expect(addresses).toHaveLength(5)
    for (const address of addresses) {
      const { locale: found, path } = splitLocale(address)
      expect(found.code).toBe(locale.code)
      expect(routeList.map((route): string => route.path)).toContain(path)
    }
    expect(manifest.lang).toBe(locale.lang)
  })

  test('say everything in the words of their language', () => {
    const saidBy = ({ description, shortcuts, screenshots: pictures }: (typeof manifests)[number]['manifest']) => [
      description,
      ...shortcuts.map(({ name }) => name),
      ...pictures.map(({ label }) => label),
    ]
    for (const { manifest } of manifests)
      expect(saidBy(manifest).every((text) => text.length > 0 && !text.includes('{{'))).toBe(true)
    const translated = manifests.filter(({ locale }) => locale.code !== 'en-us')
    expect(new Set(translated.map(({ manifest }) => manifest.description)).size).toBe(translated.length)
  })

  test('name icons and screenshots that exist, in the sizes that they say', async () => {
    const { icons, screenshots: pictures, shortcuts } = await manifestOf('en')
    for (const { src, sizes } of [...icons, ...pictures, ...shortcuts.flatMap((each) => each.icons)]) {
      expect(await sizesOf(src), src).toBe(sizes)
    }
    expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  })

  test('show both shapes of window, each picture in at most 60 KB', () => {
    expect(new Set(screenshots.map(({ form }) => form))).toEqual(new Set(['narrow', 'wide']))
    for (const picture of screenshots) expect(statSync(join('public', screenshotPath(picture))).size).toBeLessThanOrEqual(60_000)
  })
})

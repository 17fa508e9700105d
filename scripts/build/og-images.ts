import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { readNamespaces } from './read-messages.ts'
import { readPosts } from './read-posts.ts'

/** Kept between builds: a picture is drawn again if its text, or the code that draws it, changes. */
const cacheFolder = 'node_modules/.cache/kismet-og-images'
const drawnBy = [
  'og-images.ts',
  'og-picture.ts',
  'og-text.ts',
  '../../src/features/blog/ui/drawings.ts',
  '../../src/ui/tokens.css',
]
/** Number of pictures made at once; more would gain nothing, because drawing one already uses all cores. */
const atOnce = 4

/** A picture for link previews: `og/{locale}/{name}.png`. */
export type OgImage = { locale: LocaleCode; name: string; title: string }

/** The site's own picture, with the tagline, and one for each post, with its title; in every language. */
export async function listOgImages(): Promise<OgImage[]> {
  const posts = (await readPosts()).map(({ locale, slug, title }) => ({ locale, name: slug, title }))
  const sites = locales.map(async ({ code }) => ({ locale: code, name: 'site', title: taglineOf(await readNamespaces(code)) }))
  return [...(await Promise.all(sites)), ...posts]
}

function taglineOf({ common }: Awaited<ReturnType<typeof readNamespaces>>): string {
  const words = common?.['brand']
  const tagline = typeof words === 'object' ? words['tagline'] : undefined
  if (typeof tagline !== 'string') throw new Error('The messages lack common.brand.tagline')
  return tagline
}

export const pathOf = ({ locale, name }: OgImage) => `og/${locale}/${name}.png`

/** Draws a picture, or takes it from the cache; `drawing`: a hash of the code that draws it. */
export async function makeOgImage(image: OgImage, drawing: string, folder = cacheFolder): Promise<Uint8Array> {
  const key = createHash('sha256')
    .update(JSON.stringify([drawing, image]))
    .digest('hex')
    .slice(0, 32)
  const file = join(folder, `${key}.png`)
  const known = await readFile(file).catch(() => null)
  if (known) return known
  // Fonts are read, and sharp is loaded, only if there is something to draw.
  const { drawOgImage } = await import('./og-picture.ts')
  const made = await drawOgImage(image)
  await mkdir(folder, { recursive: true })
  await writeFile(file, made)
  return made
}

export async function hashDrawing(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of drawnBy) hash.update(await readFile(join(import.meta.dirname, file)))
  return hash.digest('hex')
}

/** Puts the pictures beside the client's files; the development server draws them on request. */
export function ogImages(): Plugin {
  return {
    name: 'kismet:og-images',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      const [images, drawing] = await Promise.all([listOgImages(), hashDrawing()])
      const left = images.values()
      const work = async () => {
        for (const image of left)
          this.emitFile({ type: 'asset', fileName: pathOf(image), source: await makeOgImage(image, drawing) })
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        if (path.startsWith('/og/')) void sendOgImage(path, response)
        else next()
      })
    },
  }
}

/** For the development server. */
async function sendOgImage(path: string, response: ServerResponse): Promise<void> {
  const bytes = await findOgImage(path)
  response.statusCode = bytes ? 200 : 404
  response.setHeader('Content-Type', 'image/png').end(bytes)
}

async function findOgImage(path: string): Promise<Uint8Array | null> {
  const image = (await listOgImages()).find((each) => `/${pathOf(each)}` === path)
  return image ? makeOgImage(image, await hashDrawing()) : null
}

/**
 * Takes the pictures that a browser shows before it installs the app: `npm exec -- node scripts/screenshots.ts` builds what is
 * stale, serves the demo's people and writes public/screenshots/*.webp. CHROMIUM_PATH names a browser if Playwright has none of
 * its own.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import sharp from 'sharp'
import { sessionActions } from '#features/auth/contract.ts'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoMembers } from '#seed/demo/crowd.ts'
import { demoLogins } from '#seed/demo/named.ts'
import { demoRelations } from '#seed/demo/relations.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { screenshotPath, screenshots } from './build/web-manifests.ts'
import { ensureBuild } from './server/build.ts'
import { withMessage } from './server/run.ts'
import { prepare } from './server/prepare.ts'
import { serve } from './server/serve.ts'

const secrets = { SESSION_SECRET: 'only-for-screenshots-0123456789abcdefghijklmnop' }
const maxBytes = 60_000
const locale = 'en'

type Picture = (typeof screenshots)[number]

/** Phones have two pixels per CSS px. */
const windows = {
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
} as const

/** Runs in the page: waits until the portraits in the window are decoded; others are fetched only when scrolled to. */
const portraitsAreHere = `Promise.all([...document.images]
  .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
  .map((image) => image.decode())
)`

/** A member with matches, and their first conversation. */
function findSubject() {
  const [person] = demoLogins
  const match = demoRelations(demoMembers()).matches.find(({ members }) => members.some(({ id }) => id === person?.id))
  const other = match?.members.find(({ id }) => id !== person?.id)
  if (!person || !other) throw new Error('The demo has nobody with a match')
  return { email: person.email, chat: demoConversationId(person.id, other.id) }
}

async function take(browser: Browser, url: string, { name, form }: Picture): Promise<Buffer> {
  const { email, chat } = findSubject()
  const context = await browser.newContext({
    ...windows[form],
    baseURL: url,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.request.post(sessionActions.signIn.path, { data: { email, password: 'kismet-demo-1' }, headers: { Origin: url } })
  const pages = {
    people: href(routes.peopleNearby, {}, { locale, query: { wide: 1 } }),
    messages: href(routes.messages, {}, { locale, query: { chat } }),
  }
  await page.goto(pages[name], { waitUntil: 'load' })
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  if (name === 'messages') await page.getByRole('log').waitFor()
  await page.evaluate(portraitsAreHere)
  const picture = await page.screenshot()
  await context.close()
  return picture
}

/** Returns the picture as WebP, with the best quality within the limit of bytes. */
async function encode(picture: Buffer): Promise<Buffer> {
  for (let quality = 80; quality >= 30; quality -= 5) {
    const bytes = await sharp(picture).webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length <= maxBytes) return bytes
  }
  throw new Error(`A picture has more than ${maxBytes} bytes at any quality`)
}

await withMessage(async () => {
  await ensureBuild()
  const stateDir = mkdtempSync(join(tmpdir(), 'kismet-screenshots-'))
  try {
    await prepare({ stateDir, secrets })
    await takeAll(stateDir)
  } finally {
    rmSync(stateDir, { recursive: true, force: true })
  }
}, 'Pictures that are not named above are as they were. Set CHROMIUM_PATH if no browser was found, and run it again.')

async function takeAll(stateDir: string): Promise<void> {
  const server = await serve({ port: 0, stateDir, secrets })
  try {
    await writeAll(server.url)
  } finally {
    await server.close()
  }
}

async function writeAll(url: string): Promise<void> {
  const browser = await chromium.launch({
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    mkdirSync('public/screenshots', { recursive: true })
    for (const picture of screenshots) {
      const bytes = await encode(await take(browser, url, picture))
      writeFileSync(`public${screenshotPath(picture)}`, bytes)
      process.stdout.write(`${screenshotPath(picture)}: ${bytes.length} bytes\n`)
    }
  } finally {
    await browser.close()
  }
}

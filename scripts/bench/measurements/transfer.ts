import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../../test/chromium.ts'
import { CLIENT_DIR } from '../app-build.ts'
import { origin, signIn, startApp } from '../app.ts'
import { brotliBytes, brotliLength } from '../client-files.ts'
import type { Figure } from '../report.ts'

const GUEST_PAGES = ['/', '/terms-and-conditions', '/sign-in', '/sign-up']
const MEMBER_PAGES = ['/people-nearby', '/likes', '/messages', '/main-settings', '/store', '/cart']
const HTML_PAGES = ['/', '/uk', '/de', '/terms-and-conditions', '/uk/terms-and-conditions', '/sign-up', '/uk/sign-up']
/** Dynamic responses are compressed on the fly, at a lower quality than files. */
const HTML_BROTLI_QUALITY = 4
/** Each script is delayed by this time, so that scripts which wait for each other start in separate waves. */
const SCRIPT_DELAY_MS = 150

type Loaded = { path: string; before: number; after: number; styles: number; depth: number }

/** The bytes that a browser really fetches page by page, and the number of waves of scripts that depend on each other. */
export async function measureTransfer(workDir: string): Promise<Figure[]> {
  await using app = await startApp(workDir, { withAssets: true })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    const guest = []
    for (const path of GUEST_PAGES) guest.push(await loadPage(browser, origin(app), path))
    const cookie = await signIn(app)
    const member = []
    for (const path of MEMBER_PAGES) member.push(await loadPage(browser, origin(app), path, cookie))
    const html = []
    for (const path of HTML_PAGES) html.push({ path, bytes: await htmlBytes(`${origin(app)}${path}`) })
    const all = [...guest, ...member]
    return [
      largest('Guest page: script before the first touch', guest, (page) => page.before, 5_000),
      largest('Guest page: script after the first touch', guest, (page) => page.after, 80_000),
      largest('Signed-in page: script', member, (page) => page.before + page.after, 112_000),
      largest('CSS of a page', all, (page) => page.styles),
      largest('Guest page: HTML', html, (page) => page.bytes),
      deepest(all),
    ]
  } finally {
    await browser.close()
  }
}

async function loadPage(browser: Browser, base: string, path: string, cookie?: string): Promise<Loaded> {
  const context = await browser.newContext()
  // Visitors who save data prefetch no other pages, so everything fetched belongs to this page.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  if (cookie) await context.addCookies(toCookies(cookie, base))
  await context.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SCRIPT_DELAY_MS))
    await route.continue()
  })
  const page = await context.newPage()
  await page.goto(`${base}${path}`, { waitUntil: 'networkidle' })
  const before = await loadedFiles(page)
  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  // A public page has nothing to hydrate.
  if (await page.locator('#bootstrap').count()) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const after = await loadedFiles(page)
  await context.close()
  const isScript = (name: string) => name.endsWith('.js')
  const first = new Set(before.names.filter(isScript))
  return {
    path,
    before: brotliBytes(CLIENT_DIR, first),
    after: brotliBytes(CLIENT_DIR, new Set(after.names.filter(isScript)).difference(first)),
    styles: brotliBytes(CLIENT_DIR, new Set(after.names.filter((name) => name.endsWith('.css')))),
    depth: Math.max(wavesOf(before.scripts), wavesOf(after.scripts.slice(before.scripts.length))) - 1,
  }
}

/** Names of the files in the client folder that the page has fetched, and when each script was loading. */
async function loadedFiles(page: Page) {
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime, duration }) => ({ name, startTime, duration })),
  )
  const { origin: own } = new URL(page.url())
  const local = entries
    .filter(({ name }) => name.startsWith(own))
    .map((entry) => ({ ...entry, name: new URL(entry.name).pathname.slice(1) }))
  return { names: local.map(({ name }) => name), scripts: local.filter(({ name }) => name.endsWith('.js')) }
}

/** Counts the waves of scripts: a script that starts after one of a wave has arrived begins the next wave. */
function wavesOf(scripts: readonly { startTime: number; duration: number }[]): number {
  const sorted = scripts.toSorted((a, b) => a.startTime - b.startTime)
  let waves = 0
  let waveEnd = Number.NEGATIVE_INFINITY
  for (const { startTime, duration } of sorted) {
    if (startTime >= waveEnd) {
      waves++
      waveEnd = startTime + duration
    }
    waveEnd = Math.min(waveEnd, startTime + duration)
  }
  return waves
}

async function htmlBytes(url: string): Promise<number> {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return brotliLength(new Uint8Array(await response.arrayBuffer()), HTML_BROTLI_QUALITY)
}

/** A `Cookie` header for a browser. */
export function toCookies(header: string, url: string) {
  return header.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      domain: new URL(url).hostname,
      path: '/',
      secure: true,
    }
  })
}

function largest<Page extends { path: string }>(
  what: string,
  pages: Page[],
  size: (page: Page) => number,
  maxBytes = Infinity,
): Figure {
  const sorted = pages.toSorted((a, b) => size(b) - size(a))
  const list = sorted.map((page) => `${page.path} ${kilobytes(size(page))}`).join(', ')
  return {
    what: `${what}, brotli`,
    measured: `${list} KB`,
    target: Number.isFinite(maxBytes) ? `≤ ${kilobytes(maxBytes)} KB` : 'none',
    met: sorted.every((page) => size(page) <= maxBytes),
  }
}

function deepest(pages: Loaded[]): Figure {
  const deep = pages.filter((page) => page.depth > 1)
  return {
    what: 'Imports that wait for another import, in a row',
    measured: `${Math.max(...pages.map((page) => page.depth))}${deep.length ? ` (${deep.map((page) => page.path).join(', ')})` : ''}`,
    target: '≤ 1',
    met: deep.length === 0,
  }
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

import type { D1Database } from '@cloudflare/workers-types'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import type { Miniflare } from 'miniflare'
import type { SeedMessage } from '#features/chat/contract.ts'
import { mostRows } from '#features/chat/ui/log/log-window.ts'
import { findChromium } from '../../test/chromium.ts'
import { origin, signIn, startApp, type RunningApp } from '../app.ts'
import { median } from '../compare.ts'
import { climbToTop, openingOf, watchOpening, type Climb, type Opening } from '../in-browser/long-chat.ts'
import type { Figure } from '../report.ts'
import { toCookies } from './transfer.ts'

const MESSAGES = 5_000
const OPENINGS = 7
const SPAN_MS = 300 * 24 * 3_600_000
const SEEDED_AT_ONCE = 500
const PATIENCE_MS = 60_000
const VIEW = { width: 1440, height: 900 }
/** A longer task keeps the page from responding to a touch at once. */
const LONG_TASK_MS = 50
/** A gap between two frames that means one was skipped, at 60 a second. */
const DROPPED_MS = 25

type Talk = { conversation: string; email: string; members: [string, string] }

/**
 * A conversation of 5,000 messages in Chromium: opening it, scrolling up page by page to its first message, and the memory left
 * in use.
 */
export async function measureLongChat(workDir: string): Promise<Figure[]> {
  await using app = await startApp(workDir, { withAssets: true })
  const [long, short] = await findTalks(app.miniflare)
  const newest = await seedTalk(app.miniflare, long)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  })
  try {
    const openings = { long: [] as Opening[], short: [] as Opening[] }
    for (let round = 0; round < OPENINGS; round += 1) {
      openings.long.push(await openOnce(browser, app, long))
      openings.short.push(await openOnce(browser, app, short))
    }
    const context = await newContext(browser, app, long)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await openTalk(page, app, long)
    const first = await memoryOf(session)
    const climb = await page.evaluate(climbToTop, PATIENCE_MS)
    const top = await memoryOf(session)
    await page.locator('a[aria-label][href*="chat="] use[href*="chevron-down"]').first().click({ force: true })
    await page.locator(`[data-seq="${newest}"]`).waitFor()
    const back = await memoryOf(session)
    return figuresOf(openings, climb, { first, top, back })
  } finally {
    await browser.close()
  }
}

/** Two matches of the demo without a named member: one to fill, and a short one for comparison. */
async function findTalks(miniflare: Miniflare): Promise<[Talk, Talk]> {
  const db = (await miniflare.getD1Database('DB')) as unknown as D1Database
  const { results } = await db
    .prepare(
      `SELECT p.conversation_id AS conversation, p.low_id AS low, p.high_id AS high, m.email
       FROM pairs p JOIN members m ON m.id = p.low_id
       WHERE p.ended_at IS NULL AND p.conversation_id IS NOT NULL AND m.state = 'complete' AND m.email GLOB 'en-[0-9]*@demo.test'
       ORDER BY p.conversation_id LIMIT 2`,
    )
    .all<{ conversation: string; low: string; high: string; email: string }>()
  const [long, short] = results.map(({ conversation, low, high, email }): Talk => ({ conversation, email, members: [low, high] }))
  if (!long || !short) throw new Error('The demo has too few matches')
  return [long, short]
}

const words = 'so the evening went on and we walked along the river until somebody asked what time it was again'.split(' ')

/** Sends through the conversation's object, which delivers to both hubs as usual. Returns the position of the newest message. */
async function seedTalk(miniflare: Miniflare, { conversation, members }: Talk): Promise<number> {
  const namespace = await miniflare.getDurableObjectNamespace('CONVERSATION')
  const stub = namespace.get(namespace.idFromName(conversation)) as unknown as Seeded
  const start = Date.now() - SPAN_MS
  const messages = Array.from({ length: MESSAGES }, (_, n): SeedMessage => {
    const text = Array.from({ length: 3 + ((n * 7) % 29) }, (_each, word) => words[(n * 5 + word * 3) % words.length]).join(' ')
    return { cid: `bench-${n}`, from: members[n % 3 === 0 ? 0 : 1], text, sentAt: start + Math.round((n * SPAN_MS) / MESSAGES) }
  })
  for (let n = 0; n < messages.length; n += SEEDED_AT_ONCE) await stub.seedMessages(messages.slice(n, n + SEEDED_AT_ONCE))
  const { messages: last } = await stub.history(members[0], { limit: 1 })
  return last.at(-1)?.seq ?? 0
}

type Seeded = {
  seedMessages(messages: readonly SeedMessage[]): Promise<void>
  history(member: string, window: { limit: number }): Promise<{ messages: { seq: number }[] }>
}

async function newContext(browser: Browser, app: RunningApp, { email }: Talk): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEW, baseURL: origin(app) })
  await context.addCookies(toCookies(await signIn(app, email), origin(app)))
  return context
}

async function openOnce(browser: Browser, app: RunningApp, talk: Talk): Promise<Opening> {
  const context = await newContext(browser, app, talk)
  try {
    return await openTalk(await context.newPage(), app, talk)
  } finally {
    await context.close()
  }
}

/** From the start of the navigation until the newest message is in view, and until the page responds. */
async function openTalk(page: Page, app: RunningApp, { conversation }: Talk): Promise<Opening> {
  await page.addInitScript(watchOpening)
  await page.goto(`${origin(app)}/messages?chat=${conversation}`)
  return (await (await page.waitForFunction(openingOf, null, { timeout: PATIENCE_MS })).jsonValue()) as Opening
}

/** Memory still in use after garbage collection. */
async function memoryOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

function figuresOf(
  { long, short }: Record<'long' | 'short', Opening[]>,
  climb: Climb,
  heap: Record<'first' | 'top' | 'back', number>,
): Figure[] {
  const of = (openings: Opening[], key: keyof Opening) => median(openings.map((each) => each[key]))
  const visibleMs = of(long, 'visibleMs')
  const ratio = visibleMs / of(short, 'visibleMs')
  const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
  const ms = (value: number) => value.toFixed(0)
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1)
  const long50 = climb.tasks.filter((task) => task > LONG_TASK_MS)
  const dropped = climb.frames.filter((gap) => gap > DROPPED_MS)
  return [
    {
      what: `A conversation of ${MESSAGES.toLocaleString('en')} messages: its newest message visible, to a short one's`,
      measured: `${ratio.toFixed(2)} × (${ms(visibleMs)} ms, short ${ms(of(short, 'visibleMs'))} ms; page live ${ms(of(long, 'liveMs'))} and ${ms(of(short, 'liveMs'))} ms)`,
      target: '≤ 1.5 ×',
      met: ratio <= 1.5,
    },
    {
      what: `Up to its first message, page by page: a page of 50`,
      measured: `median ${ms(median(climb.pages))} ms, p95 ${ms(at(climb.pages, 0.95))} ms, longest ${ms(Math.max(...climb.pages))} ms (${climb.pages.length} pages)`,
      target: 'none',
      met: true,
    },
    {
      what: 'Frames and tasks on that way',
      measured: `${dropped.length} of ${climb.frames.length} frames later than ${DROPPED_MS} ms, p95 ${ms(at(climb.frames, 0.95))} ms; ${long50.length} tasks over ${LONG_TASK_MS} ms, longest ${ms(Math.max(0, ...climb.tasks))} ms`,
      target: 'none',
      met: true,
    },
    {
      what: 'Messages and elements in the document at most on that way',
      measured: `${climb.messages} messages, ${climb.elements.toLocaleString('en')} elements`,
      target: `≤ ${mostRows} messages`,
      met: climb.messages <= mostRows,
    },
    {
      what: 'Heap after opening it, at its first message, and back at the newest',
      measured: `${mb(heap.first)}, ${mb(heap.top)}, ${mb(heap.back)} MB`,
      target: '≤ 3 × the first',
      met: Math.max(heap.top, heap.back) <= 3 * heap.first,
    },
  ]
}

import { existsSync, readFileSync } from 'node:fs'
import { test as base, expect, type BrowserContext } from '@playwright/test'
import { raisedLimits, startServer, type BrowserServer, type Factors } from './server.ts'

export { expect }

let present: BrowserServer | null = null

/** The server of this test process. */
export function presentServer(): BrowserServer {
  if (!present) throw new Error('No server has started in this process')
  return present
}

/**
 * Every test process has a server of its own. After a failure Playwright starts another process, so that a retry begins
 * from the same state.
 *
 * Every page of a browser test fails it on a console error, an uncaught error, a hydration message or a violation of the
 * Content-Security-Policy (which Chromium reports as a console error). `allowed` names messages that a test expects.
 * `limitsFactor`: how many times the server raises the limits per member; 1 for those of production. `dateTalkFactor`: how many
 * times faster the talk of a blind date passes there. `losesDatabase`: D1 can be taken away from it. `hasPush`: it sends push
 * messages, to a service of its own.
 */
export const test = base.extend<{ consoleGuard: undefined; allowed: RegExp[] }, { server: BrowserServer } & Factors>({
  limitsFactor: [raisedLimits, { scope: 'worker', option: true }],
  dateTalkFactor: [1, { scope: 'worker', option: true }],
  losesDatabase: [false, { scope: 'worker', option: true }],
  hasPush: [false, { scope: 'worker', option: true }],
  server: [
    async ({ limitsFactor, dateTalkFactor, losesDatabase, hasPush }, use) => {
      const factors = { limitsFactor, dateTalkFactor, losesDatabase, hasPush }
      const server = await startServer(process.env['SEEDED_STATE'] ?? '', factors)
      process.env['BASE_URL'] = server.url
      process.env['SERVER_LOG'] = server.logFile
      present = server
      await use(server)
      await server.close()
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: ({ server }, use) => use(server.url),
  allowed: [[], { option: true }],
  consoleGuard: [
    async ({ browser, context, allowed }, use) => {
      const problems = watchConsole(context, allowed)
      await use(undefined)
      // Playwright closes the test's own context. Pages of others would stay, with their sockets, until the process ends.
      await Promise.all(browser.contexts().map((opened) => opened !== context && opened.close()))
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Chromium reports a transition between two documents that it skips as an uncaught rejection, although no script has started it.
 * The navigation itself goes on.
 */
const skippedTransition = /^(?:InvalidStateError|AbortError): Transition was (?:aborted|skipped)/

/** Chromium says so only while a test keeps the context offline: which request meets that moment is chance. */
const offline = /ERR_INTERNET_DISCONNECTED/

/** React's messages about hydration say so in words; what Chromium notes about a file may have it in the file's name. */
const isAboutHydration = (text: string) => /hydrat/i.test(text.replaceAll(/https?:\/\/\S+\/assets\/\S+/g, ''))

/** The problems that the pages of a context report, except those that a test expects. The list grows. */
export function watchConsole(context: BrowserContext, allowed: readonly RegExp[]): readonly string[] {
  const problems: string[] = []
  const expected = [...allowed, skippedTransition, offline]
  const note = (text: string) => expected.some((pattern) => pattern.test(text)) || problems.push(text)
  context.on('console', (message) => {
    if (message.type() === 'error' || isAboutHydration(message.text())) note(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => note(String(error.error())))
  return problems
}

/** Waits for the newest email to an address that contains `matching`: its text with the six-digit code and the link. */
export async function readLetter(email: string, matching = /^/): Promise<{ text: string; code: string; link: string }> {
  let text = ''
  await expect(async () => {
    text = findLetter(email, matching) ?? ''
    expect(text, `a letter to ${email}`).not.toBe('')
  }).toPass({ timeout: 15_000 })
  return { text, code: /\b(\d{6})\b/.exec(text)?.[1] ?? '', link: /https?:\/\/\S+/.exec(text)?.[0] ?? '' }
}

/** The log names the file of each part of an email that the local email binding wrote. */
function findLetter(email: string, matching: RegExp): string | null {
  const log = readFileSync(process.env['SERVER_LOG'] ?? '', 'utf8').replace(/\u001b\[[\d;]*m/g, '')
  const sections = log.split(/send_email binding called/).slice(1)
  const letters = sections
    .filter((part) => part.includes(email))
    .map((part) => /(\/\S+\.(?:txt|eml))/.exec(part)?.[1])
    .map((file) => (file && existsSync(file) ? readFileSync(file, 'utf8') : ''))
  return letters.findLast((text) => text !== '' && matching.test(text)) ?? null
}

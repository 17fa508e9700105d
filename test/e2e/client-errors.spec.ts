import type { Page } from '@playwright/test'
import { clientErrorActions, maxReports, type ErrorReport } from '#features/client-errors/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { decodeFrame } from '../../scripts/build/client-maps.ts'
import { signIn } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'

const secret = 'dinner-at-eight'
const patient = { timeout: 60_000 }

/** Reports that the page sent and the server took. The list grows. */
function watchReports(page: Page): ErrorReport[] {
  const reports: ErrorReport[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (new URL(request.url()).pathname !== clientErrorActions.report.path) return
    if (response.status() === 202) reports.push(request.postDataJSON())
  })
  return reports
}

/** Makes the first script of every page throw an error with a text in it. */
async function breakStart(page: Page): Promise<void> {
  await page.addInitScript((text) => {
    Intl.DateTimeFormat.prototype.resolvedOptions = () => {
      throw new TypeError(`cannot read ${text}`)
    }
  }, secret)
}

/** Throws errors as scripts of ours would, each in another file. */
async function throwErrors(page: Page, from: number, to: number): Promise<void> {
  await page.evaluate(
    ([first, last]) => {
      for (let turn = first; turn < last; turn++) {
        const error = Object.assign(new Error('x'), { stack: `Error: x\n    at ${location.origin}/assets/file-${turn}.js:1:2` })
        dispatchEvent(new ErrorEvent('error', { error }))
      }
    },
    [from, to] as const,
  )
}

test.describe('an error in a script', () => {
  test.use({ allowed: [new RegExp(secret)] })

  for (const [name, path, isMember] of [
    ['a public page', href(routes.privacyPolicy, {}, { locale: 'uk' }), false],
    ['a member’s page', href(routes.likes, {}, { locale: 'en' }), true],
  ] as const) {
    test(`of ${name} is reported by its place in our files, without its text, and the place leads to the source`, async ({
      page,
      request,
    }) => {
      if (isMember) await signIn(page, 'anna@demo.test')
      await breakStart(page)
      const reports = watchReports(page)
      await page.goto(`${path}?q=${secret}`)
      await expect.poll(() => reports.length, patient).toBe(1)
      const [report] = reports
      const { id } = await (await request.get('/builds/latest.json')).json()
      expect(report).toEqual({
        id: expect.any(String),
        build: id,
        route: isMember ? 'likes' : 'privacy-policy',
        kind: 'error',
        name: 'TypeError',
        frames: expect.any(Array),
      })
      expect(JSON.stringify(report)).not.toContain(secret)
      expect(decodeFrame(report?.frames[0] ?? '', id)).toMatch(/^src\/client\/time-zone\.ts:\d+:\d+$/)
      expect(report?.frames.map((frame) => decodeFrame(frame, id)).at(-1)).toMatch(
        isMember ? /^src\/client\/entry\.ts:/ : /^src\/client\/guest-entry\.ts:/,
      )
    })
  }
})

test.describe('a page that React has to render again', () => {
  test.use({ allowed: [/Hydration:/] })

  /** Makes what the server wrote differ from what React renders. */
  const changeHeading = (page: Page) =>
    page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const heading = document.querySelector('h1')
        if (!heading) return
        observer.disconnect()
        heading.append('not what the server wrote')
      })
      observer.observe(document, { childList: true, subtree: true })
    })

  test('is reported with React’s number', async ({ page }) => {
    await signIn(page, 'anna@demo.test')
    await changeHeading(page)
    const reports = watchReports(page)
    await page.goto(href(routes.likes, {}, { locale: 'en' }))
    await hydrated(page)
    await expect.poll(() => reports.map(({ kind, code }) => [kind, code]), patient).toContainEqual(['hydration', 'react-418'])
  })

  test('is ours also where parts that were streamed are missing from the new page', async ({ page }) => {
    await signIn(page, 'anna@demo.test')
    await changeHeading(page)
    // As if React rendered before the parts' values had arrived, and replaced the page after the parts had.
    await page.addInitScript(() => {
      const find = document.getElementById.bind(document)
      document.getElementById = (id) => (id.startsWith('late-') ? null : find(id))
    })
    const reports = watchReports(page)
    await page.goto(href(routes.likes, {}, { locale: 'en' }))
    await hydrated(page)
    await expect.poll(() => reports.map(({ kind, code }) => [kind, code]), patient).toContainEqual(['hydration', 'react-418'])
  })
})

test('a page reports each error once, and a few at most', async ({ page }) => {
  const reports = watchReports(page)
  await page.goto(href(routes.privacyPolicy, {}, { locale: 'en' }))
  await throwErrors(page, 0, 2)
  await throwErrors(page, 0, 2)
  await expect.poll(() => reports.length, patient).toBe(2)
  await throwErrors(page, 0, 10)
  await expect.poll(() => reports.length, patient).toBe(maxReports)
  await throwErrors(page, 10, 12)
  // A request of this page is answered after those that the page sent before.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  // Answers come in any order.
  const places = Array.from({ length: maxReports }, (_, turn) => `file-${turn}.js:1:2`)
  expect(reports.flatMap(({ frames }) => frames).toSorted()).toEqual(places)
})

test('a page that is not drawn reports nothing, and neither does one for an error of somebody else’s script', async ({
  page,
}) => {
  const path = href(routes.privacyPolicy, {}, { locale: 'en' })
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch()
    const share = /(<meta name="errors" content="\w+ )1"/
    const html = await answer.text()
    expect(html).toMatch(share)
    await route.fulfill({ response: answer, body: html.replace(share, '$10"') })
  })
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  /** Waits until the errors before were read, and all that the page sent was seen. */
  const settle = async (throwing: Promise<void>) => {
    const [reporter] = await Promise.all([page.waitForRequest(/\/report-errors-/, patient), throwing])
    await page.evaluate(async (address) => {
      await import(address)
      await fetch('/healthz').then((answer) => answer.text())
    }, reporter.url())
  }
  await page.goto(path)
  await settle(throwErrors(page, 0, 3))
  await page.unroute(`**${path}`)
  await page.goto(path)
  await settle(
    page.evaluate(() => {
      const error = Object.assign(new Error('x'), { stack: 'Error: x\n    at chrome-extension://abc/assets/file.js:1:2' })
      dispatchEvent(new ErrorEvent('error', { error }))
      const reason = new DOMException('x', 'AbortError')
      dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }))
    }),
  )
  expect(sent).not.toContain(clientErrorActions.report.path)
  // The same page reports what is its own.
  await throwErrors(page, 0, 1)
  await expect.poll(() => sent, patient).toContain(clientErrorActions.report.path)
})

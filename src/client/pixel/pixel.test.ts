import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Script = EventTarget & { src: string; async: boolean }

/** A page of a guest who has agreed; `scripts` are those that it asks for. */
async function open() {
  const scripts: Script[] = []
  const view: Partial<Pick<Window, 'fbq'>> = {}
  const page = {
    createElement: () => Object.assign(new EventTarget(), { src: '', async: false }),
    head: { append: (script: Script) => scripts.push(script) },
  }
  for (const [name, value] of Object.entries({ window: view, document: page })) vi.stubGlobal(name, value)
  vi.resetModules()
  const { startPixel, track } = await import('./pixel.ts')
  return { scripts, view, startPixel, track }
}

const warn = vi.spyOn(console, 'warn')
beforeEach(() => {
  warn.mockReset().mockReturnValue()
})
afterEach(() => vi.unstubAllGlobals())

const id = '123456789012345'

test('loads the library once, tells it the id and to report nothing by itself, and reports the page when it is there', async () => {
  const { scripts, view, startPixel } = await open()
  startPixel(id)
  startPixel(id)
  expect(scripts.map(({ src, async }) => [src, async])).toEqual([['https://connect.facebook.net/en_US/fbevents.js', true]])
  expect(view.fbq?.queue).toEqual([
    ['set', 'autoConfig', false, id],
    ['init', id],
  ])
  const callMethod = vi.fn<(...call: unknown[]) => void>()
  if (view.fbq) view.fbq.callMethod = callMethod
  scripts[0]?.dispatchEvent(new Event('load'))
  expect(callMethod.mock.calls).toEqual([['track', 'PageView']])
  expect(warn).not.toHaveBeenCalled()
})

test('where the library is blocked, the page is not reported and the console says that the pixel is not loaded', async () => {
  const { scripts, view, startPixel } = await open()
  startPixel(id)
  scripts[0]?.dispatchEvent(new Event('error'))
  expect(warn.mock.calls).toEqual([['Facebook Pixel not loaded yet.']])
  expect(view.fbq?.queue.flat()).not.toContain('track')
})

test('an event before the library has loaded, or without a pixel at all, is the same warning', async () => {
  const { startPixel, track } = await open()
  track('PageView')
  startPixel(id)
  track('PageView')
  expect(warn.mock.calls).toEqual([['Facebook Pixel not loaded yet.'], ['Facebook Pixel not loaded yet.']])
})

import { afterEach, expect, test, vi } from 'vitest'
import type { BrowserTranslators } from './browser-translator.ts'
import { canTranslate, needsDownload, prepare } from './on-device.ts'

/** A browser that translates, with what a test needs to be different; each test has a pair of its own. */
function browserWith(changes: Partial<BrowserTranslators>) {
  const api: BrowserTranslators = {
    availability: async () => 'available',
    create: async ({ sourceLanguage }) => ({ translate: async (text) => `${text} (${sourceLanguage})` }),
    ...changes,
  }
  vi.stubGlobal('Translator', api)
}
afterEach(() => vi.unstubAllGlobals())

const pairFrom = (sourceLanguage: string) => ({ sourceLanguage, targetLanguage: 'en' })

test('a browser without translation, or that refuses to say what it has, offers none', async () => {
  expect(await canTranslate(pairFrom('cs'))).toBe(false)
  await expect(prepare(pairFrom('cs'))).rejects.toMatchObject({ name: 'NotSupportedError' })
  browserWith({ availability: () => Promise.reject(new DOMException('', 'NotAllowedError')) })
  expect(await canTranslate(pairFrom('da'))).toBe(false)
})

test('a pair is asked about once, however many texts there are', async () => {
  const availability = vi.fn(async () => 'downloadable' as const)
  browserWith({ availability })
  expect(await Promise.all([canTranslate(pairFrom('de')), canTranslate(pairFrom('de'))])).toEqual([true, true])
  expect(availability).toHaveBeenCalledOnce()
})

test('a language pack is announced until there is a translator, which every text of its pair uses', async () => {
  const create = vi.fn(async () => ({ translate: async (text: string) => text.toUpperCase() }))
  browserWith({ availability: async () => 'downloading', create })
  const pair = pairFrom('el')
  expect(await needsDownload(pair)).toBe(true)
  const [one, other] = await Promise.all([prepare(pair), prepare(pair)])
  expect(one).toBe(other)
  expect(create).toHaveBeenCalledOnce()
  expect(await needsDownload(pair)).toBe(false)
  expect(await one.translate('kalimera')).toBe('KALIMERA')
})

test('a translator that could not be made is made again at the next press', async () => {
  const create = vi.fn<BrowserTranslators['create']>().mockRejectedValueOnce(new DOMException('', 'NetworkError'))
  create.mockResolvedValue({ translate: async () => 'done' })
  browserWith({ create })
  await expect(prepare(pairFrom('es'))).rejects.toMatchObject({ name: 'NetworkError' })
  expect(await (await prepare(pairFrom('es'))).translate('')).toBe('done')
})

test('a stopped text leaves the download to another that waits for it; the last one ends it, and the next press begins again', async () => {
  const signals: AbortSignal[] = []
  const ready: (() => void)[] = []
  browserWith({
    create: ({ signal }) =>
      new Promise((resolve, reject) => {
        if (signal) signals.push(signal)
        signal?.addEventListener('abort', () => reject(signal.reason))
        ready.push(() => resolve({ translate: async (text) => text }))
      }),
  })
  const pair = pairFrom('hu')
  const [one, other] = [new AbortController(), new AbortController()]
  const [first, second] = [prepare(pair, { signal: one.signal }), prepare(pair, { signal: other.signal })]
  one.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  other.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  const late = new AbortController()
  const third = prepare(pair, { signal: late.signal })
  expect(signals).toHaveLength(2)
  ready[1]?.()
  expect(await (await third).translate('jó')).toBe('jó')
  late.abort()
  expect(await needsDownload(pair), 'what is there stays').toBe(false)
})

test('a download reports its share', async () => {
  // Node has no such event.
  class Progress extends Event {
    readonly loaded: number
    readonly total = 1
    constructor(loaded: number) {
      super('downloadprogress')
      this.loaded = loaded
    }
  }
  vi.stubGlobal('ProgressEvent', Progress)
  browserWith({
    create: async ({ monitor }) => {
      const download = new EventTarget()
      monitor?.(download)
      for (const loaded of [0, 0.514, 1]) download.dispatchEvent(new Progress(loaded))
      return { translate: async (text) => text }
    },
  })
  const shares: number[] = []
  await prepare(pairFrom('fr'), { onShare: (share) => shares.push(share) })
  expect(shares).toEqual([0, 0.51, 1])
})

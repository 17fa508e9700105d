import type { BrowserTranslator, TranslationPair } from './browser-translator.ts'
import { shareOf } from './rules.ts'

/** `stop`: for when no text waits for it any more. */
type Making = { made: Promise<BrowserTranslator>; waiting: Set<Waiting>; stop: () => void }
type Waiting = { onShare: ((share: number) => void) | undefined }

/** Translators of this document by their pair. Each holds a model in memory, so that every text of a language uses the same. */
const translators = new Map<string, Making>()
const availabilities = new Map<string, Promise<boolean>>()

const keyOf = ({ sourceLanguage, targetLanguage }: TranslationPair) => `${sourceLanguage} ${targetLanguage}`

/** Returns whether this browser translates the pair, perhaps after a download. */
export function canTranslate(pair: TranslationPair): Promise<boolean> {
  const key = keyOf(pair)
  const known = availabilities.get(key)
  if (known) return known
  const found = readAvailability(pair).then((availability) => availability !== 'unavailable')
  availabilities.set(key, found)
  return found
}

/** Returns whether the browser has to download something first, of which its reader should know. */
export async function needsDownload(pair: TranslationPair): Promise<boolean> {
  if (translators.has(keyOf(pair))) return false
  const availability = await readAvailability(pair)
  return availability === 'downloadable' || availability === 'downloading'
}

/**
 * Makes the translator of a pair. `onShare`: of its download, 0 to 1. Rejects with the browser's exception. Several texts can wait for one
 * download: `signal` ends the wait of one, and only the last takes the download with it.
 */
export function prepare(
  pair: TranslationPair,
  { signal, onShare }: { signal?: AbortSignal; onShare?: (share: number) => void } = {},
): Promise<BrowserTranslator> {
  const key = keyOf(pair)
  const waiting: Waiting = { onShare }
  const making = translators.get(key) ?? start(key, pair, waiting)
  making.waiting.add(waiting)
  if (!signal) return making.made
  return new Promise((resolve, reject) => {
    making.made.then(resolve, reject)
    signal.addEventListener('abort', () => {
      reject(signal.reason)
      making.waiting.delete(waiting)
      if (making.waiting.size === 0) making.stop()
    })
  })
}

function start(key: string, pair: TranslationPair, first: Waiting): Making {
  const ending = new AbortController()
  const waiting = new Set([first])
  const made = create(pair, ending.signal, (share) => waiting.forEach(({ onShare }) => onShare?.(share)))
  let isMade = false
  const forget = () => {
    if (translators.get(key) === making) translators.delete(key)
  }
  const making: Making = {
    made,
    waiting,
    stop() {
      // Once it is there, it stays for the next text.
      if (isMade) return
      // Before the browser says so, because the next press may come first.
      forget()
      ending.abort()
    },
  }
  translators.set(key, making)
  made.then(() => (isMade = true), forget)
  return making
}

async function create(pair: TranslationPair, signal: AbortSignal, onShare: (share: number) => void): Promise<BrowserTranslator> {
  const api = globalThis.Translator
  if (!api) throw new DOMException('This browser does not translate', 'NotSupportedError')
  return api.create({
    ...pair,
    signal,
    monitor(download) {
      download.addEventListener('downloadprogress', (event) => {
        if (event instanceof ProgressEvent) onShare(shareOf(event))
      })
    },
  })
}

/** A browser that refuses to say it, for example in a frame, does not translate. */
async function readAvailability(pair: TranslationPair) {
  try {
    return (await globalThis.Translator?.availability(pair)) ?? 'unavailable'
  } catch {
    return 'unavailable'
  }
}

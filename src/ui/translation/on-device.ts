import type { BrowserTranslator, TranslationPair } from './browser-translator.ts'
import { shareOf } from './rules.ts'

/** Translators of this document by their pair. Each holds a model in memory, so that every text of a language uses the same. */
const translators = new Map<string, Promise<BrowserTranslator>>()
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

/** Makes the translator of a pair. `onShare`: of its download, 0 to 1. Rejects with the browser's exception. */
export function prepare(
  pair: TranslationPair,
  { signal, onShare }: { signal?: AbortSignal; onShare?: (share: number) => void } = {},
): Promise<BrowserTranslator> {
  const key = keyOf(pair)
  const known = translators.get(key)
  if (known) return known
  const made = create(pair, signal, onShare)
  translators.set(key, made)
  made.catch(() => translators.delete(key))
  return made
}

async function create(
  pair: TranslationPair,
  signal: AbortSignal | undefined,
  onShare: ((share: number) => void) | undefined,
): Promise<BrowserTranslator> {
  const api = globalThis.Translator
  if (!api) throw new DOMException('This browser does not translate', 'NotSupportedError')
  return api.create({
    ...pair,
    ...(signal ? { signal } : {}),
    monitor(download) {
      download.addEventListener('downloadprogress', (event) => {
        if (event instanceof ProgressEvent) onShare?.(shareOf(event))
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

/**
 * The browser's own translation on the device (W3C, Translator and Language Detector APIs), as far as we use it. TypeScript's types of
 * browsers do not have it yet.
 */
export type TranslationPair = { sourceLanguage: string; targetLanguage: string }

export type BrowserTranslator = { translate(text: string, options?: { signal?: AbortSignal }): Promise<string> }

export type BrowserTranslators = {
  availability(pair: TranslationPair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
  /** Downloads the language pack if the browser does not have it, which needs a recent press of the visitor. */
  create(
    options: TranslationPair & { signal?: AbortSignal; monitor?: (download: EventTarget) => void },
  ): Promise<BrowserTranslator>
}

declare global {
  /** Undefined in browsers without it. */
  var Translator: BrowserTranslators | undefined
}

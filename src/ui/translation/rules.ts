/** What went wrong, as far as it makes a difference to the reader. */
export type Failure = 'download' | 'unsupported' | 'tooLong' | 'other'

/** The state of one translation; its text is shown by its owner. `share`: of the download, 0 to 1. */
export type TranslationState =
  | { kind: 'idle' | 'asking' | 'translating' }
  | { kind: 'downloading'; share: number }
  | { kind: 'failed'; failure: Failure }

/** Returns why a browser has not translated, by the name of its exception. `step`: what it was doing. */
export function failureOf(error: unknown, step: 'download' | 'translate'): Failure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotSupportedError' || name === 'NotAllowedError') return 'unsupported'
  if (name === 'QuotaExceededError') return 'tooLong'
  return step === 'download' || name === 'NetworkError' ? 'download' : 'other'
}

/** Returns the share of a download, 0 to 1, rounded down to whole per cent: each step is drawn. */
export function shareOf({ loaded, total }: { loaded: number; total: number }): number {
  const share = total > 0 ? loaded / total : loaded
  return Math.floor(Math.min(1, Math.max(0, share)) * 100) / 100
}

import { useEffect, useRef, useState } from 'react'
import type { TranslationPair } from './browser-translator.ts'
import { needsDownload, prepare } from './on-device.ts'
import { failureOf, type TranslationState } from './rules.ts'

const idle: TranslationState = { kind: 'idle' }

/**
 * One text's translation on this device: `start` asks before a download, `run` translates, `stop` gives up. `onShow` gets the
 * translation.
 */
export function useTranslation(text: string, pair: TranslationPair, onShow: (translation: string) => void) {
  const [state, setState] = useState<TranslationState>(idle)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(step: 'download' | 'translate') {
    const { signal } = (running.current = new AbortController())
    let at = step
    setState(step === 'download' ? { kind: 'downloading', share: 0 } : { kind: 'translating' })
    try {
      const onShare = (share: number) => signal.aborted || setState({ kind: 'downloading', share })
      const translator = await prepare(pair, { signal, onShare: step === 'download' ? onShare : undefined })
      at = 'translate'
      if (signal.aborted) return
      setState({ kind: 'translating' })
      const translation = await translator.translate(text, { signal })
      if (signal.aborted) return
      onShow(translation)
      setState(idle)
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', failure: failureOf(error, at) })
    }
  }

  async function start() {
    if (await needsDownload(pair)) return setState({ kind: 'asking' })
    await run('translate')
  }

  function stop() {
    running.current?.abort()
    setState(idle)
  }

  return { state, start, run, stop }
}

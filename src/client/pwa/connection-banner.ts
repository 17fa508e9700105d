import type { Translator } from '#shared/i18n/translator.ts'
import type { Realtime } from '#shared/realtime/realtime.tsx'
import { followRealtime, type Live } from './follow-realtime.ts'

/** Short interruptions are not shown. */
const afterMs = 1500

/**
 * Shows on every page, calmly and for as long as it lasts, that there is no connection. If a conversation has its own note, that
 * one replaces it.
 */
export function watchConnection(live: Live, translator: () => Translator, signal: AbortSignal): void {
  const banner = document.createElement('output')
  banner.className = 'connection'
  let timer: ReturnType<typeof setTimeout>
  let watched: Realtime | null = null

  const show = () => {
    const { t } = translator()
    const notice = watched?.getStatus().notice ?? null
    const text = !navigator.onLine || notice === 'failed' ? 'offline' : notice
    clearTimeout(timer)
    if (text === null) return banner.remove()
    const draw = () => {
      if (document.querySelector('[data-notice]')) return banner.remove()
      banner.textContent = t(`common.connection.${text}`)
      document.body.append(banner)
    }
    if (banner.isConnected) draw()
    else if (text !== 'reconnected') timer = setTimeout(draw, afterMs)
  }
  for (const name of ['online', 'offline']) addEventListener(name, show, { signal })
  followRealtime(live, signal, (realtime) => {
    watched = realtime
    show()
    return realtime?.onStatus(show)
  })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    banner.remove()
  })
}

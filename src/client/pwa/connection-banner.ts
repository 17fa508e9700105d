import type { StoreApi } from 'zustand/vanilla'
import type { Translator } from '#shared/i18n/translator.ts'
import type { LiveState, Realtime } from '#shared/realtime/realtime.tsx'

/** Short interruptions are none of anybody's business. */
const afterMs = 1500

/**
 * Says on every page, calmly and for as long as it lasts, that there is no connection. Where a
 * conversation has its own note, that one stands in for it.
 */
export function watchConnection(
  live: Pick<StoreApi<LiveState>, 'getState' | 'subscribe'>,
  translator: () => Translator,
  signal: AbortSignal,
): void {
  const banner = document.createElement('output')
  banner.className = 'connection'
  let timer: ReturnType<typeof setTimeout>
  let watched: Realtime | null = null
  let stop = () => {}

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
  const follow = () => {
    const { realtime } = live.getState()
    if (realtime === watched) return
    stop()
    watched = realtime
    stop = realtime?.onStatus(show) ?? (() => {})
    show()
  }
  const ignore = live.subscribe(follow)
  for (const name of ['online', 'offline']) addEventListener(name, show, { signal })
  follow()
  show()
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    ignore()
    stop()
    banner.remove()
  })
}

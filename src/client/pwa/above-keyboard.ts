import { watchKeyboard } from '#ui/browser/watch-keyboard.ts'

const typed = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit], [type=range])'

/**
 * Keeps pages that fill the window above the keyboard: their frame takes the height that it leaves. `data-keyboard` on the root
 * is for what leaves the room to others meanwhile.
 */
export function stayAboveKeyboard(signal: AbortSignal): void {
  const { visualViewport: viewport, document } = window
  if (!viewport) return
  const root = document.documentElement
  watchKeyboard({
    viewport,
    layoutHeight: () => root.clientHeight,
    isTyping: () => document.activeElement?.matches(typed) ?? false,
    onHeight(height) {
      root.toggleAttribute('data-keyboard', height !== null)
      if (height === null) root.style.removeProperty('--above-keyboard')
      else root.style.setProperty('--above-keyboard', `${height}px`)
      // iOS has moved the page to show the field. The frame ends above the keyboard now, and begins at the top.
      if (height !== null && document.querySelector('[data-fill]')) window.scrollTo({ top: 0, behavior: 'instant' })
    },
    signal,
  })
}

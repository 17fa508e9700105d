type Heights = {
  /** Height of the layout viewport in CSS px, as 100dvh measures it. */
  layout: number
  /** Height of the visual viewport in CSS px: the part that the keyboard does not cover. */
  visual: number
  /** Scale of a pinch zoom: 1 without one. */
  scale: number
}

/**
 * Returns the height above a keyboard that covers part of the page, in CSS px, or null without one. iOS ignores
 * `interactive-widget` and shrinks the visual viewport only; other browsers shrink both, so 100dvh is right there. Once open, the
 * keyboard counts as open while the focus moves, so that nothing jumps.
 */
export function heightAboveKeyboard({ layout, visual, scale }: Heights, isTyping: boolean, wasOpen: boolean): number | null {
  const isPinched = scale > 1.01
  if (isPinched || visual >= layout - 1) return null
  return isTyping || wasOpen ? Math.round(visual) : null
}

type Keyboard = {
  viewport: Pick<VisualViewport, 'height' | 'scale' | 'addEventListener'>
  layoutHeight: () => number
  isTyping: () => boolean
  /** Called when the height changes; null: no keyboard covers the page. */
  onHeight: (height: number | null) => void
  signal: AbortSignal
}

/** Reports the height above the keyboard whenever the visual viewport changes. */
export function watchKeyboard({ viewport, layoutHeight, isTyping, onHeight, signal }: Keyboard): void {
  let height: number | null = null
  const look = () => {
    const heights = { layout: layoutHeight(), visual: viewport.height, scale: viewport.scale }
    const next = heightAboveKeyboard(heights, isTyping(), height !== null)
    if (next === height) return
    height = next
    onHeight(height)
  }
  viewport.addEventListener('resize', look, { signal })
  viewport.addEventListener('scroll', look, { signal })
  look()
}

type Anchor = { x: number; y: number; width?: number; height?: number }

const gapPx = 6
const edgePx = 8

/**
 * Positions a panel below a button or a point, above it if there is no room below, and always within the window. It needs a
 * script, because not every browser has anchor positioning, and a panel in the middle would not show what it belongs to.
 */
export function anchorMenu(panel: HTMLElement, { x, y, width = 0, height = 0 }: Anchor): void {
  const { offsetWidth, offsetHeight } = panel
  const isRtl = getComputedStyle(panel).direction === 'rtl'
  // Opens towards the side with more room, with its corner at the button's.
  const opensLeft = isRtl ? x + width - offsetWidth > edgePx : x + offsetWidth > innerWidth - edgePx
  const left = opensLeft ? x + width - offsetWidth : x
  const below = y + height + gapPx
  const top = below + offsetHeight > innerHeight - edgePx ? y - gapPx - offsetHeight : below
  panel.style.left = `${within(left, innerWidth - offsetWidth)}px`
  panel.style.top = `${within(top, innerHeight - offsetHeight)}px`
}

const within = (value: number, most: number) => Math.max(edgePx, Math.min(value, most - edgePx))

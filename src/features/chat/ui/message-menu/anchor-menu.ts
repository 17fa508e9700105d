type Anchor = { x: number; y: number; width?: number; height?: number }

const gapPx = 6
const edgePx = 8

/**
 * Puts a panel below a button or a point, above it where there is no room below, and always within the window. By script,
 * because anchor positioning is not everywhere yet, and a panel in the middle would not show what it belongs to.
 */
export function anchorMenu(panel: HTMLElement, { x, y, width = 0, height = 0 }: Anchor): void {
  const { offsetWidth, offsetHeight } = panel
  const isRtl = getComputedStyle(panel).direction === 'rtl'
  // Opens towards the half of the window with room, its corner at the button's.
  const opensLeft = isRtl ? x + width - offsetWidth > edgePx : x + offsetWidth > innerWidth - edgePx
  const left = opensLeft ? x + width - offsetWidth : x
  const below = y + height + gapPx
  const top = below + offsetHeight > innerHeight - edgePx ? y - gapPx - offsetHeight : below
  panel.style.left = `${within(left, innerWidth - offsetWidth)}px`
  panel.style.top = `${within(top, innerHeight - offsetHeight)}px`
}

const within = (value: number, most: number) => Math.max(edgePx, Math.min(value, most - edgePx))

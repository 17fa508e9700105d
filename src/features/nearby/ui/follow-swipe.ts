/** Beyond this distance, in px, a finger moves a card, not the page. */
const slopPx = 10
/** Share of the card's width after which a swipe decides. */
const farEnough = 0.28
/** Speed from which a flick decides sooner, px per ms. */
const flick = 0.5

type Swipe = { pointerId: number; x: number; at: number }

/** Lets a card follow the finger on it. Moved far enough to a side, it decides: right is a like, left a pass. */
export function followSwipe(start: Swipe, card: HTMLElement, decide: (way: 'like' | 'pass') => void): void {
  const over = new AbortController()
  const { signal } = over
  let moved = 0

  const onMove = ({ pointerId, clientX }: PointerEvent) => {
    if (pointerId !== start.pointerId) return
    const aside = clientX - start.x
    if (moved === 0 && Math.abs(aside) < slopPx) return
    moved = aside
    card.dataset['dragged'] = ''
    card.style.transition = 'none'
    card.style.transform = `translateX(${aside}px) rotate(${aside / 40}deg)`
  }
  const end = () => {
    over.abort()
    delete card.dataset['dragged']
    card.style.removeProperty('transition')
    card.style.removeProperty('transform')
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    onMove(event)
    const speed = Math.abs(moved) / Math.max(1, event.timeStamp - start.at)
    const isFar = Math.abs(moved) > card.clientWidth * farEnough || (speed > flick && Math.abs(moved) > 3 * slopPx)
    end()
    if (isFar) decide(moved > 0 ? 'like' : 'pass')
  }
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onUp, { signal })
  addEventListener('pointercancel', end, { signal })
}

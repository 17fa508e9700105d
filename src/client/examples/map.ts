import { columns, middleOf, moveBy, ontoMap, rows, squareOf, type Point } from '#features/home/map.ts'

/**
 * Also lets the pin of the home page's map move within a square. What the other person sees is CSS of the chosen square. This
 * code only chooses squares, so nothing finer can reach the sentence.
 */
export function startMap(example: HTMLElement): void {
  const pin = example.querySelector<HTMLElement>('[data-pin]')
  const inputs = [...example.querySelectorAll<HTMLInputElement>('[name=square]')]
  const area = pin?.parentElement
  if (!pin || !area) return
  const chosen = () =>
    Math.max(
      0,
      inputs.findIndex(({ checked }) => checked),
    )
  let at = middleOf(chosen())
  /** Offset from the pointer to the pin's point during a drag. */
  let grip: Point | null = null

  const put = (point: Point) => {
    at = ontoMap(point)
    // Once it has been moved, its hint animation is no longer needed.
    example.dataset['ready'] = 'moved'
    const square = squareOf(at)
    const middle = middleOf(square)
    example.style.setProperty('--dx', String(at.x - middle.x))
    example.style.setProperty('--dy', String(at.y - middle.y))
    const input = inputs[square]
    if (input) input.checked = true
    return input
  }
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = area.getBoundingClientRect()
    return { x: ((clientX - left) / width) * columns, y: ((clientY - top) / height) * rows }
  }
  const drag = (event: PointerEvent) => {
    if (!grip) return
    const { x, y } = pointOf(event)
    put({ x: x + grip.x, y: y + grip.y })
  }

  area.addEventListener('pointerdown', (event) => {
    const onPin = event.target instanceof Node && pin.contains(event.target)
    // A finger beside the pin scrolls, or taps a square.
    if (event.button !== 0 || (event.pointerType === 'touch' && !onPin)) return
    const { x, y } = pointOf(event)
    grip = onPin ? { x: at.x - x, y: at.y - y } : { x: 0, y: 0 }
    area.setPointerCapture(event.pointerId)
    example.dataset['dragged'] = ''
    drag(event)
  })
  area.addEventListener('pointermove', drag)
  const drop = () => {
    if (!grip) return
    grip = null
    delete example.dataset['dragged']
    inputs[squareOf(at)]?.focus({ preventScroll: true })
  }
  area.addEventListener('pointerup', drop)
  area.addEventListener('pointercancel', drop)
  example.addEventListener('change', () => put(middleOf(chosen())))
  example.addEventListener('keydown', (event) => {
    const next = moveBy(at, event.key)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    put(next)?.focus({ preventScroll: true })
  })
  example.dataset['ready'] = ''
}

import { type PointerEvent, useRef, useState } from 'react'
import { pan, pinch, settle, swipeOf, type Point, type View, wholeView } from './pinch.ts'

const doubleMs = 300
const doubleScale = 2.5

/** The transform of one photo on its stage: two fingers and double presses enlarge it, one finger moves it or turns the page. */
export function usePinch(page: number, turn: (by: number) => void) {
  const [shown, setShown] = useState({ page, view: wholeView })
  const fingers = useRef(new Map<number, Point>())
  const gesture = useRef({ from: { x: 0, y: 0 }, wasPinch: false, lastPressAt: -Infinity })
  // Another page starts unscaled.
  const view = shown.page === page ? shown.view : wholeView
  // Several moves may arrive between two frames; each continues from the previous one.
  const setView = (change: (view: View) => View) =>
    setShown((before) => ({ page, view: change(before.page === page ? before.view : wholeView) }))

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, pointOf(event))
      if (fingers.current.size === 1) gesture.current = { ...gesture.current, from: pointOf(event), wasPinch: false }
      else gesture.current.wasPinch = true
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = fingers.current.get(event.pointerId)
      if (!before) return
      const after = pointOf(event)
      fingers.current.set(event.pointerId, after)
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other) setView((now) => pinch(now, [before, other], [after, other]))
      else setView((now) => pan(now, { x: after.x - before.x, y: after.y - before.y }))
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return
      const { from, wasPinch, lastPressAt } = gesture.current
      const at = pointOf(event)
      const by = { x: at.x - from.x, y: at.y - from.y }
      const isPress = !wasPinch && Math.hypot(by.x, by.y) < 10
      if (view.scale === 1 && !wasPinch) turn(swipeOf(by))
      const isDouble = isPress && event.timeStamp - lastPressAt < doubleMs
      const size = sizeOf(event)
      setView((now) => (isDouble ? toggled(now, at) : settle(now, size)))
      gesture.current.lastPressAt = isPress && !isDouble ? event.timeStamp : -Infinity
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      fingers.current.delete(event.pointerId)
      const size = sizeOf(event)
      setView((now) => settle(now, size))
    },
  }
  return { view, handlers }
}

/** A double press enlarges the point under it, or shows the whole photo again. */
function toggled(view: View, { x, y }: Point): View {
  return view.scale > 1 ? wholeView : { scale: doubleScale, x: -x * (doubleScale - 1), y: -y * (doubleScale - 1) }
}

const sizeOf = ({ currentTarget: { clientWidth: width, clientHeight: height } }: PointerEvent<HTMLElement>) => ({ width, height })

/** Relative to the middle of the stage, px. */
function pointOf(event: PointerEvent<HTMLElement>): Point {
  const { width, height } = sizeOf(event)
  return { x: event.clientX - width / 2, y: event.clientY - height / 2 }
}

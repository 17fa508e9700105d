import {
  addToast,
  closeToast,
  createToastState,
  holdToasts,
  limitToasts,
  nextToastAt,
  settleToasts,
  toastDefaults,
  type ToastItem,
  type ToastState,
  type ToastType,
} from './toast-state.ts'
import type { ShownToast, ToastCommand } from './toasts.ts'

export type DrawnToast = ToastItem<ShownToast>

type ToastControllerOptions = {
  /** Draws a toast that is new or has changed. */
  draw: (item: DrawnToast) => void
  /** Removes a toast that no longer exists. */
  erase: (id: string) => void
  max?: number
  closeOnClick?: boolean
  now?: () => number
}

/** Manages the toasts of a page: advances the pure state with time and reports what to draw. */
export function createToastController({
  draw,
  erase,
  max = toastDefaults.max,
  closeOnClick = toastDefaults.closeOnClick,
  now = () => Date.now(),
}: ToastControllerOptions) {
  let state: ToastState<ShownToast> = createToastState(max)
  let timer: ReturnType<typeof setTimeout> | undefined

  const move = (next: ToastState<ShownToast>) => {
    const before = new Map(state.items.map((item) => [item.id, item]))
    state = next
    for (const item of next.items) {
      const known = before.get(item.id)
      if (isOtherwise(known, item)) draw(item)
      if (item.state === 'destroyed' && known?.state !== 'destroyed') item.data.onEnd?.()
      before.delete(item.id)
    }
    for (const id of before.keys()) erase(id)
    clearTimeout(timer)
    const at = nextToastAt(state)
    if (at !== null) timer = setTimeout(() => move(settleToasts(state, now())), Math.max(0, at - now()))
  }
  const close = (id: string) => move(closeToast(state, id, now()))

  return {
    take(command: ToastCommand): void {
      if ('close' in command) return close(command.close)
      const { show } = command
      const type = show.code === undefined ? show.type : typeOfRefusal(show.code)
      const fold = show.fold && isMereWords(show)
      move(addToast(state, { ...show, ...(type ? { type } : {}), fold, data: show }, now()))
      if (state.held) show.onHold?.(true)
    },
    close,
    /** A click: runs the toast's action and closes it. */
    press(id: string): void {
      state.items.find((item) => item.id === id)?.data.onPress?.()
      if (closeOnClick) close(id)
    },
    limit(max: number): void {
      if (max !== state.max) move(limitToasts(state, max, now()))
    },
    hold(held: boolean): void {
      if (held === state.held) return
      for (const { data } of state.items) data.onHold?.(held)
      move(holdToasts(state, held, now()))
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}

/** A warning if a later try may succeed, because a limit is reached or the server is unreachable; otherwise an error. */
function typeOfRefusal(code: string): ToastType {
  return /quota|too-many|undo-used|full|unavailable/.test(code) ? 'warn' : 'error'
}

/** Toasts with an action are never folded into one: the same words may lead to two different people. */
function isMereWords({ href, onPress, onEnd }: ShownToast): boolean {
  return !href && !onPress && !onEnd
}

/** If only the time has changed, nothing is drawn again. */
function isOtherwise(known: DrawnToast | undefined, item: DrawnToast): boolean {
  return known === undefined || known.state !== item.state || known.data !== item.data || known.duplicates !== item.duplicates
}

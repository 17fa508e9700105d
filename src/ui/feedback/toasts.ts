import { newId } from '../browser/new-id.ts'
import type { IconName } from '../icons/icon-names.ts'
import type { NewToast } from './toast-state.ts'

export type ToastInput = Omit<NewToast<null>, 'id' | 'data'> & {
  /** A second toast with the same id replaces the first. Without an id, the same words are counted on the visible toast. */
  id?: string
  /** Code of a refusal, which decides the toast's type. */
  code?: string
  /** Address of an avatar; without it the type's own icon is shown. */
  icon?: string | undefined
  /** Target of a press. */
  href?: string | undefined
  /** A small fact at the end: a heart with the remaining likes, a timer. */
  fact?: { icon: IconName; text: string } | undefined
  /** Called when the toast is pressed, before it closes. */
  onPress?: (() => void) | undefined
  /** Called once when it is destroyed, for whatever reason. */
  onEnd?: (() => void) | undefined
  /** Called when somebody starts or stops reading: timers of endless toasts pause meanwhile. */
  onHold?: ((held: boolean) => void) | undefined
}

export type ShownToast = ToastInput & { id: string }
export type ToastCommand = { show: ShownToast } | { close: string }

type Listener = (command: ToastCommand) => void

let listener: Listener | null = null
/** Toasts queued before the listener exists: buttons work from hydration, the toasts' region loads later. */
const queued: ToastCommand[] = []

function command(said: ToastCommand): void {
  if (listener) listener(said)
  else queued.push(said)
}

/** Shows a toast from anywhere in the browser, once the page's `Toaster` is mounted. */
export function showToast(toast: ToastInput): void {
  command({ show: { id: newId(), fold: !toast.id, ...toast } })
}

/** Shows a server's refusal as a toast. */
export function showRefusal({ code, message: title }: { code: string; message: string }): void {
  showToast({ title, code })
}

export function closeToast(id: string): void {
  command({ close: id })
}

/** Registers the one listener, which first receives all queued toasts; returns the unsubscribe function. */
export function onToast(next: Listener): () => void {
  listener = next
  for (const said of queued.splice(0)) next(said)
  return () => {
    if (listener === next) listener = null
  }
}

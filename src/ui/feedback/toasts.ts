import type { IconName } from '../icons/icon-names.ts'
import type { NewToast } from './toast-state.ts'

export type ToastInput = Omit<NewToast<null>, 'id' | 'data'> & {
  /** A second toast with the same id takes the first one's place. Without one, the same words are counted on the toast that stands. */
  id?: string
  /** Of an answer that refused something: it says of which type the toast is. */
  code?: string
  /** Address of an avatar; without it the type's own icon is shown. */
  icon?: string | undefined
  /** Pressing the toast goes there. */
  href?: string | undefined
  /** A small fact at the end: a heart with the remaining likes, a timer. */
  fact?: { icon: IconName; text: string } | undefined
  /** Called when the toast is pressed, before it goes. */
  onPress?: (() => void) | undefined
  /** Called once when it is destroyed, for whatever reason. */
  onEnd?: (() => void) | undefined
  /** Somebody has begun, or ceased, to read: whoever counts the time of an endless toast waits meanwhile. */
  onHold?: ((held: boolean) => void) | undefined
}

export type ShownToast = ToastInput & { id: string }
export type ToastCommand = { show: ShownToast } | { close: string }

type Listener = (command: ToastCommand) => void

let listener: Listener | null = null
/** What was said before anybody listened: buttons work as soon as the page is alive, the place of the toasts comes later. */
const queued: ToastCommand[] = []

function command(said: ToastCommand): void {
  if (listener) listener(said)
  else queued.push(said)
}

/** Shows a toast from anywhere in the browser, at the latest when the page's `Toaster` has come. */
export function showToast(toast: ToastInput): void {
  command({ show: { id: crypto.randomUUID(), fold: !toast.id, ...toast } })
}

/** Says what the server refused. */
export function showRefusal({ code, message: title }: { code: string; message: string }): void {
  showToast({ title, code })
}

export function closeToast(id: string): void {
  command({ close: id })
}

/** Listens for toasts, one listener at a time, and is told first what nobody has heard yet; returns the undoing. */
export function onToast(next: Listener): () => void {
  listener = next
  for (const said of queued.splice(0)) next(said)
  return () => {
    if (listener === next) listener = null
  }
}

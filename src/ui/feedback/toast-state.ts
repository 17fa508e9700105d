/** Source: spec §9, 'Toast defaults'. Width and z-index are in toast-region.css, the top right position in toast-region.tsx. */
export const toastDefaults = {
  durationMs: 3000,
  /** Duration of the enter and leave animations. */
  speedMs: 300,
  /** Most toasts at once: unlimited. */
  max: Number.POSITIVE_INFINITY,
  closeOnClick: true,
} as const

export type ToastType = 'default' | 'success' | 'warn' | 'error'

/** The toast item of spec §3. `Data` belongs to the caller. */
export type ToastItem<Data> = {
  id: string
  title: string
  text: string
  type: ToastType
  /** Duration of the enter and leave animations, in ms. */
  speed: number
  /** Total lifetime in ms: its duration and the leave animation. Infinite until it is closed. */
  length: number
  data: Data
  /** Stays whatever comes after it: it does not count towards the maximum. */
  stands: boolean
  /** How often the same toast was shown again while it was visible (`fold`). */
  duplicates: number
  state: 'idle' | 'destroyed'
  /** When the state changes next: from idle to destroyed, from destroyed to removed. While paused, the remaining time. */
  due: { at: number } | { leftMs: number }
}

export type NewToast<Data> = Pick<ToastItem<Data>, 'id' | 'title' | 'data'> &
  Partial<Pick<ToastItem<Data>, 'text' | 'type' | 'speed'>> & {
    durationMs?: number | undefined
    stands?: boolean | undefined
    /** Counts the same title, text and type on the visible toast. Without it the same toast may appear twice. */
    fold?: boolean | undefined
  }

/** Oldest first. `held`: somebody is reading, so time is paused for visible toasts. */
export type ToastState<Data> = { items: readonly ToastItem<Data>[]; held: boolean; max: number }

export function createToastState<Data>(max: number = toastDefaults.max): ToastState<Data> {
  return { items: [], held: false, max }
}

/** Adds a toast, or replaces the one with its id; above the maximum the oldest are destroyed. */
export function addToast<Data>(state: ToastState<Data>, input: NewToast<Data>, now: number): ToastState<Data> {
  const { id, title, data, text = '', type = 'default', durationMs = toastDefaults.durationMs, stands = false } = input
  const speed = input.speed ?? toastDefaults.speedMs
  const due: ToastItem<Data>['due'] = state.held ? { leftMs: durationMs } : { at: now + durationMs }
  const item: ToastItem<Data> = {
    id, title, text, type, speed, length: durationMs + speed, data, stands, duplicates: 0, state: 'idle', due,
  } // prettier-ignore

  const shown = state.items.filter((other) => other.state === 'idle')
  const isSame = (other: ToastItem<Data>) => other.title === title && other.text === text && other.type === type
  const known = shown.find((other) => other.id === id)
  const same = known ?? (input.fold ? shown.find(isSame) : undefined)
  if (same) {
    const next = known ? { ...item, duplicates: known.duplicates } : { ...same, duplicates: same.duplicates + 1, due }
    return { ...state, items: state.items.map((other) => (other === same ? next : other)) }
  }
  // Removes a leaving toast with this id at once, because ids are unique.
  const items = [...state.items.filter((other) => other.id !== id), item]
  const counted = shown.filter((other) => !other.stands)
  const tooMany = counted.length + (stands ? 0 : 1) - state.max
  return { ...state, items: destroyOldest(items, counted, tooMany, now) }
}

function destroyOldest<Data>(
  items: readonly ToastItem<Data>[],
  counted: readonly ToastItem<Data>[],
  tooMany: number,
  now: number,
): readonly ToastItem<Data>[] {
  const oldest = new Set(counted.slice(0, Math.max(0, tooMany)))
  return items.map((item) => (oldest.has(item) ? destroyed(item, now) : item))
}

/** Sets the maximum; toasts above it are destroyed, the oldest first. */
export function limitToasts<Data>(state: ToastState<Data>, max: number, now: number): ToastState<Data> {
  const counted = state.items.filter((item) => item.state === 'idle' && !item.stands)
  return { ...state, max, items: destroyOldest(state.items, counted, counted.length - max, now) }
}

/** Closes a toast after a click, a key or a command. */
export function closeToast<Data>(state: ToastState<Data>, id: string, now: number): ToastState<Data> {
  const close = (item: ToastItem<Data>) => (item.id === id && item.state === 'idle' ? destroyed(item, now) : item)
  return { ...state, items: state.items.map(close) }
}

/** Pauses or resumes the time of visible toasts. */
export function holdToasts<Data>(state: ToastState<Data>, held: boolean, now: number): ToastState<Data> {
  if (held === state.held) return state
  const hold = (item: ToastItem<Data>): ToastItem<Data> => {
    if (item.state === 'destroyed') return item
    const leftMs = 'at' in item.due ? Math.max(0, item.due.at - now) : item.due.leftMs
    return { ...item, due: held ? { leftMs } : { at: now + leftMs } }
  }
  return { ...state, held, items: state.items.map(hold) }
}

/** Applies the time: expired toasts are destroyed, and those that have left are removed. */
export function settleToasts<Data>(state: ToastState<Data>, now: number): ToastState<Data> {
  const isDue = ({ due }: ToastItem<Data>) => 'at' in due && due.at <= now
  const items = state.items
    .filter((item) => !(item.state === 'destroyed' && isDue(item)))
    .map((item) => (item.state === 'idle' && isDue(item) ? destroyed(item, now) : item))
  return { ...state, items }
}

/** The time of the next change, or null. */
export function nextToastAt({ items }: ToastState<unknown>): number | null {
  const times = items.flatMap(({ due }) => ('at' in due && Number.isFinite(due.at) ? [due.at] : []))
  return times.length === 0 ? null : Math.min(...times)
}

function destroyed<Data>(item: ToastItem<Data>, now: number): ToastItem<Data> {
  return { ...item, state: 'destroyed', due: { at: now + item.speed } }
}

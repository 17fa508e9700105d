import type { MenuTarget } from '../conversation/conversation-context.ts'

const longPressMs = 450
/** A finger that moved more than this is scrolling, px. */
const slackPx = 10

const elementOf = ({ target }: Event) => (target instanceof Element ? target : null)

/** Links and selections have the browser's own menu, which is more useful there. */
function hasOwnMenu(target: Element | null): boolean {
  return target?.closest('a:not([data-photo])') != null || getSelection()?.isCollapsed === false
}

/**
 * Opens a message's menu by other means than its button: the context menu, and a long press, which not every browser reports as a
 * context menu. The arrow keys move between the messages' buttons. One listener serves the whole log. Returns how to continue
 * with the current press, and the clean-up function.
 */
export function listenForGestures(log: HTMLElement, openMenu: (target: MenuTarget) => void) {
  const stops = new AbortController()
  const { signal } = stops
  let timer = 0
  let start = { x: 0, y: 0 }
  const cancel = () => clearTimeout(timer)

  const openAt = (target: Element | null, point: { x: number; y: number }): boolean => {
    const line = target?.closest('[data-words]')?.closest<HTMLElement>('[data-seq]')
    const button = line?.querySelector<HTMLElement>('[data-menu]')
    if (line && button) openMenu({ seq: Number(line.dataset['seq']), button, point })
    return button != null
  }
  const press = (event: PointerEvent) => {
    cancel()
    const target = elementOf(event)
    if (event.pointerType !== 'touch' || hasOwnMenu(target)) return
    start = { x: event.clientX, y: event.clientY }
    timer = window.setTimeout(() => openAt(target, start), longPressMs)
  }
  log.addEventListener('pointerdown', press, { signal, passive: true })
  log.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => Math.hypot(clientX - start.x, clientY - start.y) > slackPx && cancel(),
    { signal, passive: true },
  )
  for (const end of ['pointerup', 'pointercancel'] as const) log.addEventListener(end, cancel, { signal })
  log.addEventListener(
    'contextmenu',
    (event) => {
      cancel()
      const target = elementOf(event)
      if (!hasOwnMenu(target) && openAt(target, { x: event.clientX, y: event.clientY })) event.preventDefault()
    },
    { signal },
  )
  log.addEventListener(
    'keydown',
    (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      const button = elementOf(event)?.closest<HTMLElement>('[data-menu]')
      if (step === undefined || !button) return
      event.preventDefault()
      const buttons = [...log.querySelectorAll<HTMLElement>('[data-menu]')]
      buttons[buttons.indexOf(button) + step]?.focus()
    },
    { signal },
  )
  return { press, stop: () => stops.abort() }
}

import { likeActions } from '#features/likes/contract.ts'

/** In layouts without Latin characters, the physical position of the key counts. */
const keyOf = ({ key, code }: KeyboardEvent) => {
  const isLatin = /^[a-z]$/i.test(key)
  return isLatin ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key)
}

const steps: Record<string, 1 | -1> = { j: 1, ArrowRight: 1, ArrowDown: 1, k: -1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Keys of the list, which work only while the focus is on a card: next and previous card, like, pass, undo. Enter is left to the
 * link.
 */
export function pressCardKey(event: KeyboardEvent, undo: () => void): void {
  const { target } = event
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return
  const card = target.closest('li')
  if (!card || target.closest('input, textarea, select, [popover], dialog')) return
  const key = keyOf(event)
  const submit = (action: string) => card.querySelector<HTMLFormElement>(`form[action="${action}"]`)?.requestSubmit()
  const step = steps[key]
  if (step) focusCard(card, step)
  // A held key would decide about every person on the page.
  else if (event.repeat) return
  else if (key === 'l') submit(likeActions.like.path)
  else if (key === 'x') submit(likeActions.pass.path)
  else if (key === 'z') undo()
  else return
  event.preventDefault()
}

function focusCard(card: Element, step: 1 | -1): void {
  const cards = [...(card.parentElement?.children ?? [])].filter((other) => !other.hasAttribute('inert'))
  cards[cards.indexOf(card) + step]?.querySelector<HTMLElement>('h3 a')?.focus()
}

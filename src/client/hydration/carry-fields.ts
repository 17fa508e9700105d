import type { Replaced } from './replaced-elements.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Restores what somebody has typed, chosen and focused, when React replaces server-rendered elements. Each field finds its
 * counterpart by form, name and kind, and by its position among several of these.
 */
export function carryFields(replaced: Replaced, focused: Element | null): void {
  const counterparts = pair(replaced)
  for (const [before, after] of counterparts) if (isField(before) && isField(after)) carryValue(before, after)
  const target = focused && counterparts.get(focused)
  if (!focused || !target || document.activeElement !== document.body) return
  target.focus({ preventScroll: true })
  if (isText(focused) && isText(target)) carrySelection(focused, target)
}

function pair({ removed, added }: Replaced): Map<Element, HTMLElement> {
  const fresh = Map.groupBy(added.flatMap(controlsOf), keyOf)
  const pairs = new Map<Element, HTMLElement>()
  for (const [key, before] of Map.groupBy(removed.flatMap(controlsOf), keyOf)) {
    const after = fresh.get(key) ?? []
    for (const [index, control] of before.entries()) {
      const counterpart = after[index]
      if (counterpart) pairs.set(control, counterpart)
    }
  }
  return pairs
}

function controlsOf(root: Element): HTMLElement[] {
  const all = [root, ...root.querySelectorAll('input:not([type=hidden]), textarea, select, button, a[href], summary')]
  return all.filter((element) => element instanceof HTMLElement)
}

function keyOf(control: HTMLElement): string {
  if (!isField(control)) return [control.tagName, control.getAttribute('href'), control.textContent].join()
  const form = control.closest('form')?.getAttribute('action')
  const choice = isChoice(control) ? control.value : ''
  return [control.tagName, form, control.name, control.type, choice].join()
}

function isField(element: Element): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
}

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.selectionStart !== null)

/** Unchanged fields keep React's value; only a change belongs to the person. */
function carryValue(before: Field, after: Field): void {
  if (before instanceof HTMLInputElement && isChoice(before)) {
    if (before.checked !== before.defaultChecked && after instanceof HTMLInputElement && after.checked !== before.checked)
      after.click()
    return
  }
  if (before instanceof HTMLInputElement && after instanceof HTMLInputElement && before.type === 'file') {
    if (!before.files?.length) return
    after.files = before.files
    after.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  if (!isChanged(before) || after.value === before.value) return
  // React tracks the element's own property, so a change through the prototype's setter looks to it like the member's.
  Reflect.set(Object.getPrototypeOf(after), 'value', before.value, after)
  for (const name of ['input', 'change']) after.dispatchEvent(new Event(name, { bubbles: true }))
}

function isChanged(field: Field): boolean {
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
}

function carrySelection(before: HTMLInputElement | HTMLTextAreaElement, after: HTMLInputElement | HTMLTextAreaElement): void {
  const { selectionStart, selectionEnd, selectionDirection } = before
  if (selectionStart !== null) after.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined)
}

/** Tracks which element of `root` has the focus; a removed one counts until another gets it. */
export function watchFocus(root: Document | Element, signal: AbortSignal): () => Element | null {
  let focused = document.activeElement
  const onFocus = ({ target }: Event) => void (focused = target instanceof Element ? target : null)
  // Chromium also sends it for an element that is being removed, which is then no longer connected.
  const onBlur = () => queueMicrotask(() => focused?.isConnected && (focused = document.activeElement))
  root.addEventListener('focusin', onFocus, { signal, capture: true })
  root.addEventListener('focusout', onBlur, { signal, capture: true })
  return () => focused
}

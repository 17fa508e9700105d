/** Selects the invalid fields of a refused form, in page order. Without such a field, its notice says everything. */
const marks = ['[aria-invalid], [data-wrong] input', '[role="alert"]'] as const

type Refusal = {
  fields: Readonly<Record<string, string>>
  /** The form as it was sent. */
  before: FormData
  /** The element that had the focus when the mistakes were marked. */
  focus: Element | null
}

/**
 * Watches the refused fields. A field that differs from what was sent and is valid for the browser is added to `setMended`'s
 * list. Scrolls to the first mistake and focuses it, unless the member has moved on: the response and this code may take a while.
 */
export function leadThrough(
  form: HTMLFormElement,
  { fields, before, focus }: Refusal,
  setMended: (add: (all: readonly string[]) => readonly string[]) => void,
): void {
  const now = new FormData(form)
  const changed = Object.keys(fields).filter((name) => valueOf(now, name) !== valueOf(before, name))
  if (changed.length === 0 && document.activeElement === focus) leadToFirst(form)
  const judge = (name: string) => {
    if (name in fields && isMended(form, name)) setMended((all) => [...all, name])
  }
  changed.forEach(judge)
  // If the mask loads after the text was typed, the field sends its event when it loses focus.
  for (const type of ['input', 'change'])
    form.addEventListener(type, ({ target }) => {
      if (target instanceof Element) judge(fieldName(target.getAttribute('name') ?? ''))
    })
}

/** The value without separators, because a mask may have inserted some since. */
const valueOf = (data: FormData, name: string) =>
  String([...data.getAll(name), ...data.getAll(`${name}[]`)]).replaceAll(/[^\p{L}\p{N}]/gu, '')

function leadToFirst(form: HTMLFormElement): void {
  for (const mark of marks) {
    const found = form.querySelector<HTMLElement>(mark)
    if (!found) continue
    if (found.role === 'alert') found.tabIndex = -1
    found.scrollIntoView({ block: 'center' })
    found.focus({ preventScroll: true })
    // A code field is full: selecting it lets typing replace the code.
    if (found instanceof HTMLInputElement && found.autocomplete === 'one-time-code') found.select()
    return
  }
}

const fieldName = (name: string) => name.replace('[]', '')

/** For checkboxes with the same name, one has to be ticked. */
function isMended(form: HTMLFormElement, name: string): boolean {
  const controls = [...form.elements].filter(isControl).filter((control) => fieldName(control.name) === name)
  const ticks = controls.filter((control) => control instanceof HTMLInputElement && /checkbox|radio/.test(control.type))
  return ticks.length > 0 ? ticks.some((tick) => tick.matches(':checked')) : controls.every(({ validity }) => validity.valid)
}

function isControl(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return element.matches('input, select, textarea')
}

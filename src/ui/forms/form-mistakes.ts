/** Selects the marked fields of a refused form, in the order of the page. Without a marked field its notice says everything. */
const marks = ['[aria-invalid], [data-wrong] input', '[role="alert"]'] as const

/**
 * Watches the refused fields and reports each one when the browser finds its new value valid. Right after a refusal, it
 * scrolls to the first mistake and focuses it.
 */
export function leadThrough(
  form: HTMLFormElement,
  fields: Readonly<Record<string, string>>,
  isNew: boolean,
  onMended: (name: string) => void,
): void {
  if (isNew) leadToFirst(form)
  form.addEventListener('input', ({ target }) => {
    const name = target instanceof Element ? fieldName(target.getAttribute('name') ?? '') : ''
    if (name in fields && isMended(form, name)) onMended(name)
  })
}

function leadToFirst(form: HTMLFormElement): void {
  for (const mark of marks) {
    const found = form.querySelector<HTMLElement>(mark)
    if (!found) continue
    if (found.role === 'alert') found.tabIndex = -1
    found.scrollIntoView({ block: 'center' })
    return found.focus({ preventScroll: true })
  }
}

const fieldName = (name: string) => name.replace('[]', '')

/** Of checkboxes with one name, one has to be ticked. */
function isMended(form: HTMLFormElement, name: string): boolean {
  const controls = [...form.elements].filter(isControl).filter((control) => fieldName(control.name) === name)
  const ticks = controls.filter((control) => control instanceof HTMLInputElement && /checkbox|radio/.test(control.type))
  return ticks.length > 0 ? ticks.some((tick) => tick.matches(':checked')) : controls.every(({ validity }) => validity.valid)
}

function isControl(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return element.matches('input, select, textarea')
}

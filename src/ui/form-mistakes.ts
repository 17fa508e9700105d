/** What a refused form marks, in the order of the page; without a marked field its notice says all. */
const marks = ['[aria-invalid], [data-wrong] input', '[role="alert"]'] as const

/** Brings the first mistake of a refused form into view and the focus to it. */
export function leadToMistake(form: HTMLFormElement): void {
  for (const mark of marks) {
    const found = form.querySelector<HTMLElement>(mark)
    if (!found) continue
    found.scrollIntoView({ block: 'center' })
    return found.focus({ preventScroll: true })
  }
}

/** Whether what stands in a field would do as far as a browser can tell; of boxes of one name, one has to be ticked. */
export function isMended(form: HTMLFormElement, name: string): boolean {
  const controls = [...form.elements].filter(
    (control) =>
      control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement,
  )
  const own = controls.filter((control) => control.name.replace('[]', '') === name)
  const ticks = own.filter((control) => control instanceof HTMLInputElement && /checkbox|radio/.test(control.type))
  return ticks.length > 0
    ? ticks.some((tick) => tick instanceof HTMLInputElement && tick.checked)
    : own.every(({ validity }) => validity.valid)
}

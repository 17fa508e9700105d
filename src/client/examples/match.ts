import type { Choices } from '#features/home/example.ts'
import { examplePercent } from '#pages/home/example-percent.ts'

/** Recomputes the home page's percentage after every change, and makes its answers editable. */
export function startMatch(example: HTMLElement): void {
  const fields = example.querySelector('fieldset')
  const score = example.querySelector<HTMLElement>('[data-score]')
  const number = score?.firstElementChild
  if (!fields || !score || !number) return
  const percents = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' })
  const show = () => {
    const percent = examplePercent(choicesOf(fields))
    number.textContent = percents.format(percent / 100)
    score.toggleAttribute('data-low', percent < Number(score.dataset['score']))
  }
  fields.disabled = false
  fields.addEventListener('change', show)
  show()
}

function choicesOf(fields: HTMLFieldSetElement): Choices {
  const chosen = fields.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:checked, select')
  return Object.fromEntries([...chosen].map(({ name, value }) => [name, Number(value)]))
}

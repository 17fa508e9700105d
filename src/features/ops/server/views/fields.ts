import { html } from 'hono/html'
import type { Markup } from './markup.ts'

/** What is wrong with the fields of a refused form, by the field's id; the first of them gets the focus. */
export type FieldProblems = Readonly<Record<string, string>>

/** The problems of a form that was not refused. */
export const noProblems: FieldProblems = {}

/** Keeps of a form's problem texts those whose fields are wrong. `names`: as `readForm` returns them. */
export function problemsOf(names: readonly string[], texts: FieldProblems): FieldProblems {
  return Object.fromEntries(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])))
}

/** Attributes of a field: its hint (`<id>-hint`, if it has one), and whether it is wrong. */
export function fieldState(id: string, problems: FieldProblems, hint: 'hint' | 'no hint' = 'hint'): Markup {
  const isWrong = problems[id] !== undefined
  const texts = [...(hint === 'hint' ? [`${id}-hint`] : []), ...(isWrong ? [`${id}-problem`] : [])]
  const isFirst = Object.keys(problems)[0] === id
  return html`${texts.length > 0 ? html` aria-describedby="${texts.join(' ')}"` : null}
  ${isWrong ? html` aria-invalid="true"` : null} ${isWrong && isFirst ? html` autofocus` : null}`
}

/** What is wrong with a field, to stand beside it. */
export function fieldProblem(id: string, problems: FieldProblems): Markup | null {
  return problems[id] === undefined ? null : html`<p class="wrong" id="${id}-problem">${problems[id]}</p>`
}

/** Why the form was refused, with a link to each field that is wrong. */
export function problemSummary(problem: string, problems: FieldProblems): Markup {
  const wrong = Object.entries(problems)
  return html`<div class="problem" role="alert">
    ${problem}
    ${
      wrong.length === 0
        ? null
        : html`<ul>
            ${wrong.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}
          </ul>`
    }
  </div>`
}

import { html } from 'hono/html'
import type { Markup } from './markup.ts'

/** A case in two columns: the evidence, and beside it the decision; on narrow screens the decision follows. */
export const caseColumns = (evidence: Markup, decision: Markup): Markup =>
  html`<div class="case">
    <div class="evidence">${evidence}</div>
    <div class="decision">${decision}</div>
  </div>`

/** Where a case's page leads. `next`: the next case that waits for this colleague; null without one. */
export type Steps = { list: string; all: string; next: string | null; label: string }

/** The way back to the list and on to the next case. */
export const caseSteps = ({ list, all, next, label }: Steps): Markup =>
  html`<p class="steps">
    <a href="${list}">${all}</a>
    ${next === null ? html`<span>Nothing else waits for you here.</span>` : html`<a href="${next}" rel="next">${label}</a>`}
  </p>`

/** For a case that is decided: on to the next one. */
export const goOn = ({ list, all, next, label }: Steps): Markup =>
  html`<p>
    ${next === null ? html`<a class="button" href="${list}">${all}</a>` : html`<a class="button" href="${next}">${label}</a>`}
  </p>`

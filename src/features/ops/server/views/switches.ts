import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import type { SwitchName } from '#shared/routing/switches.ts'
import { html } from 'hono/html'
import { noteLength } from '../schemas.ts'
import type { SwitchState } from '../site/switch-queries.ts'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { ageOf, type Markup, moment } from './markup.ts'

/** What each switch closes, and what continues. */
const texts: Record<SwitchName, { title: string; closes: string }> = {
  'sign-up': {
    title: 'Sign-up',
    closes:
      'New people cannot join, not even through a provider. Anyone who has started can finish, and members sign in as usual.',
  },
  photos: {
    title: 'Photos',
    closes: 'No photo can be added to a profile or a conversation. Existing photos are shown, and can be reordered and deleted.',
  },
  'anonymous-chat': {
    title: 'Anonymous chat',
    closes: 'Nobody new is paired, and those who are waiting are let go. Chats that have started go on to their end.',
  },
  'blind-dates': {
    title: 'Blind dates',
    closes:
      'Nobody can book, wait or be paired, and no reminders go out. Dates that have started go on to their end. Evenings that would begin while it is off are cancelled; later bookings stay.',
  },
  store: {
    title: 'Store',
    closes:
      'Nothing can be bought, gifts included. Orders, receipts, withdrawals and refunds stay open, payments that have started are settled, and what was bought works.',
  },
}

/** The reason of a refused change. */
export type TypedReason = { name: string; reason: string }

export const reasonProblem = `Write a reason of ${noteLength.min} to ${noteLength.max} characters.`

type SwitchPage = { now: number; typed: TypedReason | undefined; problems: FieldProblems }

export function switchPage(states: readonly SwitchState[], page: SwitchPage): Markup {
  return html`<p>
      A part that is off answers with a calm page in the visitor's language. A change is everywhere within a minute.
      docs/operations/watch.md says more.
    </p>
    ${states.map((state) => switchItem(state, page))}`
}

function switchItem({ name, offSince, last }: SwitchState, { now, typed, problems }: SwitchPage): Markup {
  const { title, closes } = texts[name]
  const to = offSince === null ? 'off' : 'on'
  return html`<article>
    <h2>${title}: ${offSince === null ? 'on' : html`off since ${moment(offSince)}, for ${ageOf(offSince, now)}`}</h2>
    <p>${closes}</p>
    ${
      last
        ? html`<dl>
            <dt>Last change</dt>
            <dd>${moment(last.at)}, ${last.who}</dd>
            <dt>Reason</dt>
            <dd class="written" dir="auto">${last.reason}</dd>
          </dl>`
        : null
    }
    <form method="post" action="${addressOf(opsActions.turnSwitch, { name })}">
      <label for="reason-${name}">Reason, for the audit log</label>
      ${fieldProblem(`reason-${name}`, problems)}
      <textarea
        dir="auto"
        id="reason-${name}"
        name="reason"
        rows="2"
        required
        minlength="${noteLength.min}"
        maxlength="${noteLength.max}"
        ${fieldState(`reason-${name}`, problems, 'no hint')}
      >
${typed?.name === name ? typed.reason : ''}</textarea>
      <button name="to" value="${to}" ${to === 'off' ? html` class="danger"` : null}>
        Switch ${to}<span class="unseen">: ${title}</span>
      </button>
    </form>
  </article>`
}

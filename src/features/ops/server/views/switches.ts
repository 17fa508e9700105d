import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import type { SwitchName } from '#shared/switches.ts'
import { html } from 'hono/html'
import { noteLength } from '../schemas.ts'
import type { SwitchState } from '../switch-queries.ts'
import { ageOf, type Markup, moment } from './shell.ts'

/** What each closes, and what goes on. */
const texts: Record<SwitchName, { title: string; closes: string }> = {
  'sign-up': {
    title: 'Sign-up',
    closes: 'Nobody new can begin to join, by a provider neither. Whoever has begun can finish, and members sign in as usual.',
  },
  photos: {
    title: 'Photos',
    closes:
      'No photo can be added, to a profile or in a conversation. Those that are there are shown, moved and deleted as usual.',
  },
  'anonymous-chat': {
    title: 'Anonymous chat',
    closes: 'Nobody is paired, and whoever waits is let go. Chats that have begun go on to their end.',
  },
  'blind-dates': {
    title: 'Blind dates',
    closes:
      'Nobody can book or wait, and nobody is paired or reminded. Dates that have begun go on to their end; booked evenings that begin meanwhile are given up, later ones stay.',
  },
  store: {
    title: 'Store',
    closes:
      'Nothing can be bought, gifts neither. Orders, receipts, withdrawals and refunds stay, payments that have begun are settled, and what was bought works.',
  },
}

export function switchPage(states: readonly SwitchState[], now: number): Markup {
  return html`<p>
      A part that is off answers with a calm page in the visitor’s language. A change is everywhere within a minute.
      docs/operations.md says more.
    </p>
    ${states.map((state) => switchItem(state, now))}`
}

function switchItem({ name, offSince, last }: SwitchState, now: number): Markup {
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
            <dd class="written">${last.reason}</dd>
          </dl>`
        : null
    }
    <form method="post" action="${addressOf(opsActions.turnSwitch, { name })}">
      <label for="reason-${name}">Reason, for the audit log</label>
      <textarea
        id="reason-${name}"
        name="reason"
        rows="2"
        required
        minlength="${noteLength.min}"
        maxlength="${noteLength.max}"
      ></textarea>
      <button name="to" value="${to}" ${to === 'off' ? html` class="danger"` : null}>
        Switch ${to}<span class="unseen">: ${title}</span>
      </button>
    </form>
  </article>`
}

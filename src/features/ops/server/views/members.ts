import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import { factsLength, restrictionRules } from '#features/restriction/contract.ts'
import { durationKeys } from '#features/restriction/server/public.ts'
import { isOpenTo, mayActOn } from '#server/auth/staff-acts.ts'
import type { OpenedMember } from '../queries.ts'
import type { Staff } from '../staff.ts'
import { type FieldProblems, fieldProblem, fieldState, noProblems } from './fields.ts'
import { type Markup, moment, words } from './markup.ts'

type Restriction = OpenedMember['restrictions'][number]

const durationLabels = { day: '1 day', week: '7 days', month: '30 days', good: 'no end date' } as const

/** By the complete email address only: there is no list of members to browse. */
export function memberSearch(email: string, problems: FieldProblems = noProblems): Markup {
  return html`<form method="post" action="${opsActions.search.path}">
    <label for="email">Email address of the member</label>
    ${fieldProblem('email', problems)}
    <input
      id="email"
      name="email"
      type="text"
      inputmode="email"
      autocapitalize="off"
      spellcheck="false"
      required
      autocomplete="off"
      value="${email}"
      ${fieldState('email', problems, 'no hint')}
    />
    <button>Find</button>
  </form>`
}

/** `form`: the one that was refused. */
export type RestrictValues = { rule?: string; facts?: string; duration?: string; form?: 'delete' }

type MemberPage = { staff: Staff; values?: RestrictValues; problems?: FieldProblems }

export function memberPage({ member, restrictions }: OpenedMember, { staff, values = {}, problems = {} }: MemberPage): Markup {
  const { id, email, firstName, state, role, createdAt } = member
  const isFree = restrictions.every(({ liftedAt }) => liftedAt !== null)
  // A deleted account can be restored, and then comes back restricted.
  const isActive = state === 'incomplete' || state === 'complete' || state === 'paused' || (state === 'deleted' && isFree)
  return html`<dl>
      <dt>Email</dt>
      <dd>${email}</dd>
      <dt>First name</dt>
      <dd dir="auto">${firstName}</dd>
      <dt>State</dt>
      <dd>${state}</dd>
      <dt>Role</dt>
      <dd>${role}</dd>
      <dt>Joined</dt>
      <dd>${moment(createdAt)}</dd>
    </dl>
    ${isOpenTo('showOrders', staff.role) ? html`<p><a href="${opsActions.showOrders.path}?find=${id}">Orders</a></p>` : null}
    ${isActive && mayActOn('restrict', staff, member) ? restrictForm(id, values.form === 'delete' ? {} : values, problems) : null}
    ${state !== 'deleted' && mayActOn('deleteMember', staff, member) ? deleteForm(id, values.form === 'delete' ? values : {}, problems) : null}
    <h2>Restrictions</h2>
    ${restrictions.length === 0 ? html`<p>None so far.</p>` : restrictions.map((each) => restrictionItem(each, mayActOn('lift', staff, member)))}`
}

function deleteForm(id: string, values: RestrictValues, problems: FieldProblems): Markup {
  return html`<h2>Delete account</h2>
    <form method="post" action="${addressOf(opsActions.deleteMember, { id })}">
      <p class="hint">
        They are signed out and disappear; 30 days later everything is deleted for good. They read your reasons and can appeal
        once, which brings the account back if it succeeds. Lifting the statement below does the same.
      </p>
      ${reasonFields('delete-', values, problems, html` required minlength="${factsLength.min}"`)}
      ${fieldProblem('delete-confirm', problems)}
      <div class="choice">
        <input type="checkbox" id="delete-confirm" name="confirm" value="yes" required />
        <label for="delete-confirm">Delete this account</label>
      </div>
      <button class="danger">Delete account</button>
    </form>`
}

function restrictForm(id: string, values: RestrictValues, problems: FieldProblems): Markup {
  return html`<h2>Restrict</h2>
    <form method="post" action="${addressOf(opsActions.restrict, { id })}">
      ${restrictionFields(values, problems, html` required minlength="${factsLength.min}"`)}
      <button class="danger">Restrict</button>
    </form>`
}

/** What each field of a restriction needs. */
export const restrictionProblems: FieldProblems = {
  rule: 'Choose a rule from the list.',
  facts: `State the facts in ${factsLength.min} to ${factsLength.max} characters.`,
  duration: 'Choose a length from the list.',
}

/** The same for the form that deletes, whose ids have a prefix. */
export const deletionProblems: FieldProblems = {
  'delete-rule': 'Choose a rule from the list.',
  'delete-facts': `State the facts in ${factsLength.min} to ${factsLength.max} characters.`,
  'delete-confirm': 'Tick the box.',
}

/** `needed`: attributes of the facts if the form can only restrict. */
export function restrictionFields(values: RestrictValues, problems: FieldProblems, needed: Markup | null): Markup {
  return html`${reasonFields('', values, problems, needed)}
    <label for="duration">For</label>
    ${fieldProblem('duration', problems)}
    <select id="duration" name="duration" ${fieldState('duration', problems, 'no hint')}>
      ${durationKeys.map((key) => option(key, durationLabels[key], values.duration ?? 'week'))}
    </select>`
}

const option = (value: string, label: string, chosen: string | undefined) =>
  html`<option value="${value}" ${value === chosen ? html` selected` : null}>${label}</option>`

/** The rule and the facts. `prefix`: of the ids, since a page may have them twice. */
function reasonFields(prefix: string, values: RestrictValues, problems: FieldProblems, needed: Markup | null): Markup {
  const name = (field: string) => `${prefix}${field}`
  return html`<label for="${name('rule')}">Rule</label>
    ${fieldProblem(name('rule'), problems)}
    <select id="${name('rule')}" name="rule" ${fieldState(name('rule'), problems, 'no hint')}>
      ${restrictionRules.map((rule) => option(rule, words(rule), values.rule))}
    </select>
    <label for="${name('facts')}">Facts</label>
    <p class="hint" id="${name('facts-hint')}">
      The member reads this word for word: what happened, where and when. Name nobody else. ${factsLength.min} to
      ${factsLength.max} characters.
    </p>
    ${fieldProblem(name('facts'), problems)}
    <textarea
      dir="auto"
      id="${name('facts')}"
      name="facts"
      rows="6"
      maxlength="${factsLength.max}"
      ${fieldState(name('facts'), problems)}
      ${needed}
    >
${values.facts ?? ''}</textarea>`
}

function restrictionItem(restriction: Restriction, canLift: boolean): Markup {
  const { id, rule, facts, until, decidedBy, createdAt, liftedAt, appealText, appealOutcome } = restriction
  return html`<article>
    <h3>${words(rule)}</h3>
    <dl>
      <dt>Facts</dt>
      <dd class="written" dir="auto">${facts}</dd>
      <dt>Since</dt>
      <dd>${moment(createdAt)}</dd>
      <dt>Until</dt>
      <dd>${until === null ? 'no end date' : moment(until)}</dd>
      <dt>Decided by</dt>
      <dd>${decidedBy}</dd>
      <dt>Lifted</dt>
      <dd>${liftedAt === null ? 'no' : moment(liftedAt)}</dd>
      ${
        appealText === null
          ? null
          : html`<dt>Appeal</dt>
              <dd class="written" dir="auto">${appealText}</dd>
              <dt>Outcome</dt>
              <dd>${appealOutcome ?? 'waits for a decision'}</dd>`
      }
    </dl>
    ${liftedAt === null && canLift ? html`<form method="post" action="${addressOf(opsActions.lift, { id })}"><button>Lift now</button></form>` : null}
  </article>`
}

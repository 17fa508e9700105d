import { opsActions } from '#features/ops/contract.ts'
import { contactLimits } from '#features/contact/contract.ts'
import type { OpenedMessage, OpenMessage } from '#features/contact/server/public.ts'
import { findLocale } from '#shared/i18n/locales.ts'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import { mayActOn } from '#server/auth/staff-acts.ts'
import type { Staff } from '../staff.ts'
import { caseColumns, caseSteps, goOn, type Steps } from './case.ts'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { memberLink } from './orders.ts'
import { ageOf, dataTable, type Markup, moment, words } from './markup.ts'

function languageOf(code: string): string {
  const locale = findLocale(code)
  return locale ? localeNames[locale.code].nativeName : code
}

export function messageList(messages: readonly OpenMessage[], { now, next }: { now: number; next: string | null }): Markup {
  if (messages.length === 0) return html`<p>No message waits for an answer.</p>`
  return html`<p>Oldest first. Opening one is noted in the audit log.</p>
    ${dataTable(
      'Open messages',
      ['Waits', 'Topic', 'Language', 'From'],
      messages.map(
        ({ id, topic, locale, isMember, createdAt }) =>
          html`<tr>
            <td>${ageOf(createdAt, now)}<br />${moment(createdAt)}</td>
            <th scope="row"><a data-case href="${addressOf(opsActions.showMessage, { id })}">${words(topic)}</a></th>
            <td>${languageOf(locale)}</td>
            <td>${isMember ? 'a member' : 'a guest'}</td>
          </tr>`,
      ),
    )}
    ${next ? html`<p><a href="${next}">Newer</a></p>` : null}`
}

type MessagePage = { staff: Staff; now: number; typed: string; problems: FieldProblems; steps: Steps }

export function messagePage(message: OpenedMessage, { staff, now, typed, problems, steps }: MessagePage): Markup {
  const { memberId, writerRole, state } = message
  const isTheirs = mayActOn('decideAboutMessage', staff, { id: memberId, role: writerRole })
  const form = isTheirs ? decisionForm(message, typed, problems) : notTheirs
  const decision = state === 'open' ? form : html`${decidedFacts(message)}${goOn(steps)}`
  return html`${caseSteps(steps)}${caseColumns(facts(message, now), decision)}`
}

function facts(message: OpenedMessage, now: number): Markup {
  const { topic, name, email, locale, memberId, createdAt } = message
  return html`<dl>
    <dt>Topic</dt>
    <dd>${words(topic)}</dd>
    <dt>Received</dt>
    <dd>${moment(createdAt)}, ${ageOf(createdAt, now)} ago</dd>
    <dt>Language</dt>
    <dd>${languageOf(locale)}</dd>
    <dt>Name</dt>
    <dd dir="auto">${name}</dd>
    <dt>Email</dt>
    <dd>${email}</dd>
    <dt>Account</dt>
    <dd>
      ${
        memberId === null
          ? 'none: a guest, whose address nobody has proven, or a member who has left'
          : html`${memberLink(memberId)}, signed in`
      }
    </dd>
    <dt>Message</dt>
    <dd class="written" dir="auto" lang="${findLocale(locale)?.lang ?? ''}">${message.message}</dd>
  </dl>`
}

const notTheirs = html`<p class="hint">Your own or a colleague&rsquo;s: an operator answers it, and nobody their own.</p>`

const { min, max } = contactLimits.answer
export const answerProblem = `Write an answer of ${min} to ${max} characters.`

function decisionForm({ id, locale, memberId }: OpenedMessage, typed: string, problems: FieldProblems): Markup {
  return html`<h2>Answer</h2>
    <form method="post" action="${addressOf(opsActions.decideAboutMessage, { id })}">
      <label for="answer">Your answer</label>
      <p class="hint" id="answer-hint">
        Sent by email, in a frame in ${languageOf(locale)}: write in that language. Each line becomes a paragraph. ${min} to
        ${max} characters. ${memberId === null ? 'Say nothing about an account: the address may be somebody else’s.' : null}
      </p>
      ${fieldProblem('answer', problems)}
      <textarea dir="auto" id="answer" name="answer" rows="10" maxlength="${max}" ${fieldState('answer', problems)}>
${typed}</textarea>
      <button name="decision" value="answer" data-key="1">Send answer</button>
    </form>
    <form method="post" action="${addressOf(opsActions.decideAboutMessage, { id })}">
      <p class="hint" id="close-hint">Only for what needs no answer, such as advertising or a message sent twice.</p>
      <button name="decision" value="close" class="quiet" data-key="2" aria-describedby="close-hint">
        Close without an answer
      </button>
    </form>`
}

function decidedFacts({ state, answer, decidedAt }: OpenedMessage): Markup {
  return html`<h2>${state === 'answered' ? 'Answered' : 'Closed without an answer'}</h2>
    <dl>
      <dt>When</dt>
      <dd>${decidedAt === null ? '–' : moment(decidedAt)}</dd>
      ${
        answer === null
          ? null
          : html`<dt>Answer</dt>
              <dd class="written" dir="auto">${answer}</dd>`
      }
    </dl>`
}

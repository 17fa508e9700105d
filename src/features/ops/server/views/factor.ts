import { opsActions } from '#features/ops/contract.ts'
import { html } from 'hono/html'
import { brand } from '#shared/brand.ts'
import { groupsOfFour, otpauthUri } from '#features/ops/rules.ts'
import type { Staff } from '../staff.ts'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { type Markup } from './markup.ts'
import { passkeyForm } from './passkeys.ts'

const codeField = (label: string, hint: string, problems: FieldProblems): Markup =>
  html`<label for="code">${label}</label>
    <p class="hint" id="code-hint">${hint}</p>
    ${fieldProblem('code', problems)}
    <input
      id="code"
      name="code"
      required
      autocomplete="one-time-code"
      autocapitalize="off"
      spellcheck="false"
      maxlength="40"
      ${fieldState('code', problems)}
    />`

/**
 * Asks for the password before an enrolment, because the session alone may have been taken over. `hasPassword` is false for
 * accounts with a provider only.
 */
export function askForPassword(hasPassword: boolean, problems: FieldProblems): Markup {
  if (!hasPassword)
    return html`<p>To set up a second factor, show that it is you: sign out, sign in again, and come back within ten minutes.</p>`
  return html`<p>To set up a second factor, show that it is you.</p>
    <form method="post" action="${opsActions.confirmPassword.path}">
      <label for="password">Password</label>
      ${fieldProblem('password', problems)}
      <input
        id="password"
        name="password"
        type="password"
        required
        autocomplete="current-password"
        maxlength="1000"
        ${fieldState('password', problems, 'no hint')}
      />
      <button>Go on</button>
    </form>`
}

/** For an account without a second factor. */
export function enrolStart(): Markup {
  return html`<p>
      These pages open with a second factor: an authenticator app that shows a new code every 30 seconds. You have none yet.
    </p>
    <form method="post" action="${opsActions.enrol.path}"><button>Set up the second factor</button></form>`
}

/** The secret, shown until one of its codes has been typed. */
export function enrolConfirm(staff: Staff, secret: string, problems: FieldProblems): Markup {
  return html`<p>Add this secret to your authenticator app, then type the code that it shows.</p>
    <dl>
      <dt>Secret</dt>
      <dd><code>${groupsOfFour(secret)}</code></dd>
      <dt>Address for apps that open links</dt>
      <dd>
        <a href="${otpauthUri(secret, staff.email, brand.name)}"><code>${otpauthUri(secret, staff.email, brand.name)}</code></a>
      </dd>
    </dl>
    <form method="post" action="${opsActions.confirm.path}">
      ${codeField('Code', 'Six digits from the app.', problems)}
      <button>Confirm</button>
    </form>
    <form method="post" action="${opsActions.enrol.path}"><button class="quiet">Make another secret</button></form>`
}

/** Shown once, in the response to the confirmation. */
export function recoveryCodes(codes: readonly string[], isAccepted: boolean): Markup {
  return html`<p>
      The second factor is set up.
      ${isAccepted ? null : 'It opens these pages once an operator has accepted it: tell one that it is yours.'} Keep these
      recovery codes where only you find them: each opens these pages once when the app is not at hand. They are not shown again.
    </p>
    <ul class="codes">
      ${codes.map((code) => html`<li><code>${groupsOfFour(code)}</code></li>`)}
    </ul>
    <p><a class="button" href="${opsActions.showHome.path}">I have kept them</a></p>`
}

/** Shown until another operator has decided. */
export function waitForOperator(): Markup {
  return html`<p>Your second factor is set up. It opens these pages once an operator has accepted it.</p>`
}

export function askForCode(problems: FieldProblems, canUsePasskey: boolean): Markup {
  return html`<form method="post" action="${opsActions.takeCode.path}">
      ${codeField('Code', 'Six digits from your authenticator app, or one of your recovery codes.', problems)}
      <button>Open</button>
    </form>
    ${
      canUsePasskey
        ? passkeyForm({
            action: opsActions.takePasskey.path,
            challenge: opsActions.askPasskey.path,
            label: 'Open with a passkey',
          })
        : null
    }`
}

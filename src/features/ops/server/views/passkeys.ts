import { html } from 'hono/html'
import { nameOfAuthenticator } from '#features/auth/session/server/public.ts'
import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { OwnPasskey, WaitingPasskey } from '../passkeys/queries.ts'
import type { Staff } from '../staff.ts'
import { type Markup, moment } from './markup.ts'

const nameOf = (authenticator: string | null) => nameOfAuthenticator(authenticator) ?? 'Passkey'

/** Sends a passkey's answer. The script shows it where the browser can sign, and asks `challenge` what is to be signed. */
export function passkeyForm({ action, challenge, label }: { action: string; challenge: string; label: string }): Markup {
  return html`<form method="post" action="${action}" data-challenge="${challenge}" hidden>
    <input type="hidden" name="answer" />
    <p class="wrong" role="status"></p>
    <button class="quiet">${label}</button>
  </form>`
}

type PasskeyList = { passkeys: readonly OwnPasskey[]; canEnrol: boolean }

/** The passkeys of one's account, and which of them open these pages. */
export function passkeyList(staff: Staff, { passkeys, canEnrol }: PasskeyList): Markup {
  const settings = href(routes.mainSettings, {}, { locale: 'en', query: { section: 'devices' } })
  return html`<p>
      A passkey can replace the code of your app here, once another operator has accepted it. It never does in a session that you
      signed in to with it. You add and delete passkeys in <a href="${settings}">your settings</a>.
    </p>
    ${passkeys.map((passkey) => passkeyItem(staff, passkey))}
    ${
      canEnrol
        ? passkeyForm({
            action: opsActions.enrolOwnPasskey.path,
            challenge: opsActions.askEnrolment.path,
            label: 'Use a passkey as second factor',
          })
        : null
    }
    ${
      staff.factorKind === 'totp'
        ? null
        : html`<p>
            To add one, lock these pages and open them with a code of your app: a recovery code or a passkey is not enough.
          </p>`
    }`
}

function passkeyItem(staff: Staff, { passkeyId, authenticator, createdAt, factorId, acceptedAt }: OwnPasskey): Markup {
  const state =
    factorId === null
      ? 'It is not a second factor yet.'
      : acceptedAt === null
        ? 'It is waiting for another operator: let one of them know that it is yours.'
        : 'It opens these pages.'
  return html`<article>
    <h2>${nameOf(authenticator)}</h2>
    <p>
      Added ${moment(createdAt)}. ${state} ${passkeyId === staff.passkeyId ? 'You signed in with it for this session.' : null}
    </p>
    ${
      factorId === null
        ? null
        : html`<form method="post" action="${addressOf(opsActions.removeOwnPasskey, { id: factorId })}">
            <button class="danger">Stop using it as second factor</button>
          </form>`
    }
  </article>`
}

/** Passkeys of colleagues that wait for acceptance. */
export function passkeyQueue(passkeys: readonly WaitingPasskey[]): Markup {
  return html`<h2>Passkeys waiting for approval</h2>
    <p>
      Ask each of them, in person or by telephone, whether they have added it here. Refuse what is not theirs, and end their
      sessions.
    </p>
    ${passkeys.map(
      ({ memberId, firstName, role, factorId, authenticator, enrolledAt }) =>
        html`<article>
          <h3>
            <a href="${addressOf(opsActions.showMember, { id: memberId })}"><bdi>${firstName}</bdi></a
            >, ${role}
          </h3>
          <p>${nameOf(authenticator)}, ${moment(enrolledAt)}</p>
          <form method="post" action="${addressOf(opsActions.decideAboutPasskey, { id: factorId })}" class="row">
            <input type="hidden" name="member" value="${memberId}" />
            <button name="decision" value="accept">Accept the passkey</button>
            <button name="decision" value="refuse" class="danger">Refuse the passkey</button>
          </form>
        </article>`,
    )}`
}

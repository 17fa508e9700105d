import { askAssertion, findSigner } from '#features/auth/session/server/public.ts'
import { opsActions } from '#features/ops/contract.ts'
import type { AppContext } from '#server/context.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'
import { readForm } from '../guards.ts'
import { openPages } from '../ops-session.ts'
import { passkeyAnswerInput } from '../schemas.ts'
import { type CodeRefusal, guarded } from '../second-factor.ts'
import type { Staff } from '../staff.ts'
import { passkeyList } from '../views/passkeys.ts'
import { respondOps } from '../views/shell.ts'
import { sendPasskeyEnrolled } from './emails.ts'
import { enrolPasskey, isAcceptedPasskey, listOwnPasskeys, type OwnPasskey, removeFactorPasskey } from './queries.ts'

const ownOf = ({ id, sid }: Staff) => ({ memberId: id, sid })

/** The passkeys that open the pages in this session: accepted ones, but never the one that signed the session in. */
export async function listOpeningPasskeys(c: AppContext, staff: Staff): Promise<OwnPasskey[]> {
  const passkeys = staff.factor?.isAccepted ? await listOwnPasskeys(c.get('db'), staff.id) : []
  return passkeys.filter(({ passkeyId, acceptedAt }) => acceptedAt !== null && passkeyId !== staff.passkeyId)
}

/** The passkeys that can be enrolled in this session. */
const canBeEnrolled = (staff: Staff, { passkeyId, factorId }: OwnPasskey) => factorId === null && passkeyId !== staff.passkeyId

/** Only a code of the app opens the way for another factor: neither a recovery code nor a passkey does. */
const mayEnrol = (staff: Staff) => staff.isOpen && staff.factorKind === 'totp'

async function ask(c: AppContext, staff: Staff, purpose: 'factor' | 'enrol-factor', passkeys: readonly OwnPasskey[]) {
  if (passkeys.length === 0) return c.json({ options: null }, 409)
  await requireWithinLimit(c, 'newPasskeys', `factor-passkeys:${staff.id}`, staff.id)
  const allowed = passkeys.map(({ passkeyId: id, transports }) => ({ type: 'public-key', id, transports }) as const)
  return c.json({ options: await askAssertion(c, { purpose, own: ownOf(staff) }, allowed) })
}

/** POST /ops/passkey-challenge: JSON, for the script of the page that asks for the second factor. */
export async function askPasskey(c: AppContext, staff: Staff): Promise<Response> {
  return ask(c, staff, 'factor', await listOpeningPasskeys(c, staff))
}

/** POST /ops/enrolment-challenge: JSON, for the script of the page with one's passkeys. */
export async function askEnrolment(c: AppContext, staff: Staff): Promise<Response> {
  const passkeys = mayEnrol(staff) ? await listOwnPasskeys(c.get('db'), staff.id) : []
  return ask(
    c,
    staff,
    'enrol-factor',
    passkeys.filter((passkey) => canBeEnrolled(staff, passkey)),
  )
}

/** Opens the pages by a passkey; counts with the wrong codes. Returns true or the reason of the refusal. */
export async function showPasskey(c: AppContext, staff: Staff): Promise<true | CodeRefusal> {
  const { input } = await readForm(c, passkeyAnswerInput)
  return guarded(c, staff, 'passkey', async () => {
    const signer = await findSigner(c, input?.answer, { purpose: 'factor', own: ownOf(staff) })
    if (!signer || signer.id === staff.passkeyId || !(await isAcceptedPasskey(c.get('db'), signer))) return null
    await openPages(c.get('db'), staff.sid, 'passkey', c.get('now'))
    return true
  })
}

/** GET /ops/passkeys: one's own. */
export async function showPasskeys(c: AppContext, staff: Staff, problem?: string): Promise<Response> {
  const passkeys = await listOwnPasskeys(c.get('db'), staff.id)
  const canEnrol = mayEnrol(staff) && passkeys.some((passkey) => canBeEnrolled(staff, passkey))
  return respondOps(c, {
    title: 'Passkeys',
    staff,
    body: passkeyList(staff, { passkeys, canEnrol }),
    ...(canEnrol ? { challenge: opsActions.askEnrolment.path } : {}),
    ...(problem === undefined ? {} : { problem, status: 422 }),
  })
}

/** POST /ops/passkeys: enrols the passkey that has answered; it then waits for another operator. */
export async function enrolOwnPasskey(c: AppContext, staff: Staff): Promise<Response> {
  const { input } = await readForm(c, passkeyAnswerInput)
  const signer = mayEnrol(staff) && (await findSigner(c, input?.answer, { purpose: 'enrol-factor', own: ownOf(staff) }))
  if (!signer || signer.id === staff.passkeyId || !(await enrolPasskey(c.get('db'), signer, c.get('now'))))
    return showPasskeys(c, staff, 'That passkey was not added. Open these pages with a code of your app, then try again.')
  sendPasskeyEnrolled(c, staff.id)
  return c.redirect(`${opsActions.showPasskeys.path}?done=passkey-enrolled`, 303)
}

/** POST /ops/passkeys/:id/remove */
export async function removeOwnPasskey(c: AppContext, staff: Staff): Promise<Response> {
  if (!(await removeFactorPasskey(c.get('db'), staff.id, c.req.param('id') ?? '', c.get('now'))))
    return showPasskeys(c, staff, 'That passkey is not one of your second factors.')
  return c.redirect(`${opsActions.showPasskeys.path}?done=passkey-removed`, 303)
}

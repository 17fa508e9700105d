import { providerActions, type ProviderName } from '#features/auth/contract.ts'
import {
  confirmSession,
  findPasswordHash,
  isOwnPassword,
  noticeSecurityLater,
  requireConfirmedMember,
} from '#features/auth/session/server/public.ts'
import { AppError, invalidFields } from '#shared/errors.ts'
import { href, parseLocalPath } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { backTo, on, respond, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { isFormPost, readBody } from '#server/actions/body.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { errorText, translatorOf } from '#server/actions/error-text.ts'
import { setFlash } from '#server/actions/flash.ts'
import { markNoScript, noScriptField } from '#server/actions/no-script.ts'
import * as v from 'valibot'
import { finishLink } from './link.ts'
import { forgetFacebookPerson, unlinkFacebookPerson } from './facebook-requests.ts'
import { sendProviderChanged } from './emails.ts'
import { deleteIdentity } from './queries.ts'
import { confirmInput, startInput, unlinkInput } from './schemas.ts'
import { deleteClaims, type Attempt } from './sealed.ts'
import { startAttempt } from './start.ts'

const leave = (name: ProviderName, purpose: Attempt['purpose']) => respond((c, form) => start(c, { name, purpose, form }))
const comeBack = (name: ProviderName) => respond((c) => finishLink(c, name))

export const providerRoutes = handle(providerActions, {
  google: leave('google', 'sign-in'),
  facebook: leave('facebook', 'sign-in'),
  linkGoogle: leave('google', 'link'),
  linkFacebook: leave('facebook', 'link'),
  confirmGoogle: leave('google', 'confirm'),
  confirmFacebook: leave('facebook', 'confirm'),
  linkGoogleCallback: comeBack('google'),
  linkFacebookCallback: comeBack('facebook'),
  unlink: on(unlinkInput, unlink),
  confirm: on(confirmInput, confirmByPassword),
  forget: on(v.object({}), async (c) => {
    deleteClaims(c)
    return { to: href(routes.signUp, {}, { locale: c.get('locale').code }) }
  }),
  facebookDeletion: respond(forgetFacebookPerson),
  facebookDeletionStatus: respond(async (c) => c.text((await translatorOf(c, ['auth'])).t('auth.provider.forgotten'))),
  facebookDeauthorize: respond(unlinkFacebookPerson),
})

type Start = { name: ProviderName; purpose: Attempt['purpose']; form: string }

/** Sends the browser to a provider. Refusals of a plain form go back to its page, like those of any action. */
async function start(c: AppContext, { name, purpose, form }: Start): Promise<Response> {
  const body = await readBody(c)
  if (body[noScriptField] !== undefined) markNoScript(c)
  const input = v.safeParse(startInput, body)
  try {
    const sid = await requireSid(c, purpose)
    return await startAttempt(c, { name, purpose, sid, next: input.success ? input.output.next : undefined })
  } catch (error) {
    if (!isFormPost(c) || !(error instanceof AppError) || error.status >= 500 || error.status === 404) throw error
    await setFlash(c, { form, values: {}, error: await errorText(c, error) })
    return c.redirect(backTo(c, body), 303)
  }
}

async function requireSid(c: AppContext, purpose: Attempt['purpose']): Promise<string | null> {
  if (purpose === 'sign-in') return null
  if (purpose === 'link') return (await requireConfirmedMember(c)).sid
  return (await requireMember(c)).sid
}

async function unlink(c: AppContext, { provider }: v.InferOutput<typeof unlinkInput>) {
  const owner = await requireConfirmedMember(c)
  if (!(await deleteIdentity(c.get('db'), owner.id, provider)))
    throw new AppError('Not linked, or the only way in', { status: 409, code: 'only-way-in' })
  sendProviderChanged(c, owner.id, provider, 'unlinked')
  noticeSecurityLater(c, owner.id, { kind: 'security', event: 'unlinked', provider })
  const { t } = await translatorOf(c, ['settings'])
  return toSettings(c, t('settings.linked.unlinked', { provider: t(`settings.linked.names.${provider}`) }))
}

/** Confirms the signed-in member by their password before a sensitive change. */
async function confirmByPassword(c: AppContext, { password, next }: v.InferOutput<typeof confirmInput>) {
  const { id: memberId, sid } = await requireMember(c)
  const passwordHash = await findPasswordHash(c.get('db'), memberId)
  if (!(await isOwnPassword(c, { memberId, sid, passwordHash }, password))) throw invalidFields({ password: 'password-wrong' })
  await confirmSession(c.get('db'), sid, c.get('now'))
  const { t } = await translatorOf(c, ['settings'])
  return toSettings(c, t('settings.linked.confirmedByPassword'), parseLocalPath(next))
}

/** Renders the page again with the result, with or without a script. */
async function toSettings(c: AppContext, notice: string, page: string | null = null): Promise<ActionResult> {
  await setFlash(c, { form: providerActions.unlink.form, values: {}, notice })
  return { to: page ?? href(routes.mainSettings, {}, { locale: c.get('locale').code, query: { section: 'account' } }) }
}

import { opsActions } from '#features/ops/contract.ts'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { readRedirect, type RedirectRefusal } from './redirect-rules.ts'
import { readForm, typedText } from '../guards.ts'
import { addRedirect, listRedirects, removeRedirect } from './redirect-queries.ts'
import { redirectInput, removeRedirectInput } from '../schemas.ts'
import type { Staff } from '../staff.ts'
import type { FieldProblems } from '../views/fields.ts'
import { redirectPage, type RedirectValues } from '../views/redirects.ts'
import { respondOps } from '../views/shell.ts'

const problems: Record<RedirectRefusal | 'changed', string> = {
  path: 'A path is what follows the address, such as /spring: no query, no #, no language, 200 characters at most.',
  page: 'That path is a page or a service of ours. A redirect would hide it.',
  target: 'A target is a path of ours without its language, such as /about, or an address that begins with https://.',
  taken: 'That path has a redirect. Remove it first.',
  chain: 'That would lead from one redirect to another, or round in a circle. Lead each straight to its page.',
  changed: 'Somebody else has changed public content at the same moment, so nothing was stored. Try again.',
}
/** The field that each refusal is about. */
const fieldOf: Record<keyof typeof problems, keyof RedirectValues> = {
  path: 'path',
  page: 'path',
  target: 'target',
  taken: 'path',
  chain: 'target',
  changed: 'path',
}
const refusedText = 'The redirect is not stored.'
const gone = 'There is no such redirect any more.'

type Refusal = { problem: string; status: 409 | 422; values?: RedirectValues; fields?: FieldProblems }

/** GET /ops/redirects; also the response to a refused form. */
export async function showRedirects(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const { values = { path: '', target: '' }, fields, problem, status } = refusal ?? {}
  const body = redirectPage(await listRedirects(c.get('db')), values, fields ?? {})
  return respondOps(c, { title: 'Redirects', staff, body, problem, fields, status })
}

/** POST /ops/redirects `path`, `target` */
export async function createRedirect(c: AppContext, staff: Staff): Promise<Response> {
  const { input: typed, body } = await readForm(c, redirectInput)
  const values = { path: typedText(body, 'path'), target: typedText(body, 'target') }
  const refuse = (refusal: keyof typeof problems, status: 409 | 422) =>
    showRedirects(c, staff, { problem: refusedText, status, values, fields: { [fieldOf[refusal]]: problems[refusal] } })
  if (!typed) return refuse(values.path.length > values.target.length ? 'path' : 'target', 422)
  const redirect = readRedirect(typed, publicOrigin(c.env, c.req.url))
  if ('refusal' in redirect) return refuse(redirect.refusal, 422)
  const outcome = await addRedirect(c.get('db'), redirect, staff.id, c.get('now'))
  if (outcome === 'changed') return showRedirects(c, staff, { problem: problems.changed, status: 409, values })
  if (outcome !== 'added') return refuse(outcome, 409)
  return c.redirect(`${opsActions.showRedirects.path}?done=redirect-added`, 303)
}

/** POST /ops/redirects/remove `path` */
export async function deleteRedirect(c: AppContext, staff: Staff): Promise<Response> {
  const { input } = await readForm(c, removeRedirectInput)
  const isRemoved = input !== null && (await removeRedirect(c.get('db'), input.path, staff.id, c.get('now')))
  if (!isRemoved) return showRedirects(c, staff, { problem: gone, status: 409 })
  return c.redirect(`${opsActions.showRedirects.path}?done=redirect-removed`, 303)
}

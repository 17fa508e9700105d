import { HTTPException } from 'hono/http-exception'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { AppError, type ErrorBody } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { describeError, errorText, fieldTexts } from '#server/actions/error-text.ts'
import { fail } from '#server/log.ts'
import { smallDocument } from '#server/pages/small-document.ts'
import { routeKey } from './route-key.ts'

/** The single hook for runtime errors (spec §8); anything but an AppError counts as status 500. */
export async function errorHook(error: Error, c: AppContext): Promise<Response> {
  const known = toAppError(error)
  // A part closed by operators is not a failure.
  if (known.status >= 500 && known.code !== 'closed') logError(c, known, error)
  return /^\/(api|realtime)(\/|$)/.test(c.req.path) || c.req.path.endsWith('/_payload.json')
    ? apiError(c, known)
    : errorDocument(c, known)
}

export function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException)
    return new AppError(error.message, { status: error.status, code: error.status === 404 ? 'not-found' : 'invalid' })
  if (isPassing(error)) return new AppError('An object is restarting', { status: 503, code: 'unavailable', cause: error })
  return new AppError('Unexpected error', { cause: error })
}

/** True for errors that workerd marks as retryable: an object that restarted or moved, but not an overloaded one. */
function isPassing(error: Error & { retryable?: boolean; overloaded?: boolean; durableObjectReset?: boolean }): boolean {
  return error.overloaded !== true && (error.retryable === true || error.durableObjectReset === true)
}

/** Code, request id and cure for operators; no bodies, addresses of people or tokens. */
function logError(c: AppContext, known: AppError, error: Error): void {
  fail('request-failed', error, {
    code: known.code,
    status: known.status,
    requestId: c.get('requestId'),
    method: c.req.method,
    route: routeKey(c),
    cure: known.cure,
  })
}

export async function apiError(c: AppContext, error: AppError): Promise<Response> {
  const body: ErrorBody = { error: { code: error.code, message: await errorText(c, error) } }
  if (error.fields) body.error.fields = await fieldTexts(c, error)
  if (error.status >= 500) body.error.requestId = c.get('requestId')
  if (error.retryAfterS !== undefined) body.error.retryAfterS = error.retryAfterS
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...retryHeader(error) },
  })
}

function retryHeader({ retryAfterS }: AppError): Record<string, string> {
  return retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) }
}

/** A small static document outside the application, which must work when everything else fails. */
async function errorDocument(c: AppContext, error: AppError): Promise<Response> {
  const { code, lang } = c.get('locale')
  const translator = createTranslator(code, await loadMessages(code, ['common']), { timeZone: 'UTC' })
  const { t } = translator
  const text = describeError(translator, error)
  // Too many requests are not a server failure, so their text appears alone.
  const [title, more] = error.status === 429 ? [text, ''] : [t('common.failure.title'), `<p>${text}</p>`]
  const body = `${more}<p>${t('common.failure.requestId')} <code>${c.get('requestId')}</code></p><p><a href="">${t('common.failure.again')}</a></p>`
  return new Response(smallDocument({ lang, title, body }), {
    status: error.status,
    headers: {
      ...retryHeader(error),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    },
  })
}

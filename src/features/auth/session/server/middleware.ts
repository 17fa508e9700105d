import { generateCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppContext, AppEnv, Session } from '#server/context.ts'
import { cookieNames, hostCookieOptions, readCookie } from '#server/cookies.ts'
import { accessTokenMs } from '#features/auth/contract.ts'
import { issueAccessToken, verifyAccessToken } from './tokens/access-token.ts'
import type { BesideRenewal } from './tokens/refresh-queries.ts'
import { renewSession } from './tokens/refresh.ts'

/** A cookie for the response; without a value it is cleared. */
type PendingCookie = { name: string; value?: string; maxAgeMs: number }
type Found = { session: Session | null; cookies: PendingCookie[] }

const guest: Found = { session: null, cookies: [] }
const cleared: Found = {
  session: null,
  cookies: [
    { name: cookieNames.access, maxAgeMs: 0 },
    { name: cookieNames.refresh, maxAgeMs: 0 },
  ],
}

/** What a request writes with the renewal of its session: a statement for the same batch, and what to do with its rows. */
export type NoteWithRenewal = (c: AppContext) => Promise<{ statement: BesideRenewal; done: (rows: unknown) => void } | null>

const nothing: NoteWithRenewal = async () => null

/**
 * Identifies the visitor by `Authorization: Bearer`, else by the access cookie; only signature and expiry are checked. A missing
 * or expired token is renewed by the refresh cookie within the request. A forged one is ignored and cleared.
 */
export function sessionMiddleware(note: NoteWithRenewal = nothing) {
  return createMiddleware<AppEnv>(async function readSession(c, next) {
    const { session, cookies } = await findSession(c, note)
    c.set('session', session)
    await next()
    addCookies(c, cookies)
  })
}

async function findSession(c: AppContext, note: NoteWithRenewal): Promise<Found> {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const token = bearer ?? readCookie(c, cookieNames.access)
  const verdict = token === undefined ? null : await verifyAccessToken(c.env, token, c.get('now'))
  if (verdict?.kind === 'valid') return { session: { ...verdict.claims, token: token ?? '' }, cookies: [] }
  if (verdict?.kind === 'forged') return bearer === undefined ? cleared : guest
  // A bearer token of another person's earlier session must not become the current one's.
  return renew(c, note, bearer === undefined ? undefined : verdict?.claims.sub)
}

async function renew(c: AppContext, note: NoteWithRenewal, expectedSubject: string | undefined): Promise<Found> {
  const refreshToken = readCookie(c, cookieNames.refresh)
  if (!refreshToken) return guest
  const noting = await note(c)
  const renewal = await renewSession(c, refreshToken, noting?.statement)
  if (!renewal) return cleared
  if (renewal.besideRows) noting?.done(renewal.besideRows)
  const token = await issueAccessToken(c.env, renewal.subject, c.get('now'))
  const leftMs = renewal.expiresAt - c.get('now')
  const cookies = [
    { name: cookieNames.access, value: token, maxAgeMs: Math.min(accessTokenMs, leftMs) },
    { name: cookieNames.refresh, value: renewal.refreshToken, maxAgeMs: leftMs },
  ]
  const isExpected = expectedSubject === undefined || expectedSubject === renewal.subject.sub
  return { session: isExpected ? { ...renewal.subject, token } : null, cookies }
}

/**
 * Adds the cookies to the finished response, whichever code created it. If a renewed token were lost, presenting the old one
 * again would look like theft. Cookies set by the handler itself (sign-in, sign-out) are kept.
 */
function addCookies(c: AppContext, cookies: readonly PendingCookie[]): void {
  const own = c.res.headers.getSetCookie()
  const missing = cookies.filter(({ name }) => !own.some((cookie) => cookie.startsWith(`${name}=`)))
  if (missing.length === 0) return
  const lines = missing.map(({ name, value = '', maxAgeMs }) =>
    generateCookie(name, value, { ...hostCookieOptions, maxAge: maxAgeMs / 1000 }),
  )
  if (c.res.status !== 101) {
    for (const line of lines) c.header('Set-Cookie', line, { append: true })
    return
  }
  const { webSocket } = c.res
  const headers = new Headers(c.res.headers)
  for (const line of lines) headers.append('Set-Cookie', line)
  c.res = undefined // otherwise hono would copy the upgrade's response without its socket
  c.res = new Response(null, { status: 101, webSocket, headers })
}

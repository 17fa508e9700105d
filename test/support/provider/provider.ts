import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerBy, listenOnLoopback, type LoopbackServer } from '../loopback.ts'
import type { Forgery, Person } from './forgeries.ts'
import { createTokens } from './tokens.ts'

/** A test's instructions to the provider, in the URL that it requests, so that tests share nothing. */
export type Wish = {
  person: Person
  token?: Forgery | 'es256'
  /** The fault of the token endpoint. */
  endpoint?: 'slow' | 'huge' | 'error' | 'html' | 'redirect' | 'refuse'
}

export const providerClient = { id: 'kismet-at-the-provider', secret: 'a-secret-between-us' }

type Grant = { wish: Wish; issuer: string; redirectUri: string; challenge: string; nonce: string }

export type TestProvider = LoopbackServer

/** A small OpenID provider on a free loopback port, like Google and Facebook: `/google` and `/facebook` are its issuers. */
export async function startProvider(): Promise<TestProvider> {
  const tokens = await createTokens()
  const grants = new Map<string, Grant>()
  let origin = ''

  const authorize = (url: URL, response: ServerResponse) => {
    const query = url.searchParams
    const wish = readWish(query)
    if (!wish) return void send(response, 200, personPage(url), 'text/html')
    const code = randomUUID()
    const redirectUri = query.get('redirect_uri') ?? ''
    grants.set(code, {
      wish,
      issuer: origin + (url.pathname.startsWith('/facebook') ? '/facebook' : '/google'),
      redirectUri,
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
    })
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (wish.person.sub === '') back.searchParams.set('error', 'access_denied')
    else back.searchParams.set('code', code)
    response.writeHead(302, { location: back.href }).end()
  }

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await readBody(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      grant !== undefined &&
      grant.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === providerClient.id &&
      form.get('client_secret') === providerClient.secret &&
      form.get('grant_type') === 'authorization_code'
    if (!isRight || grant.wish.endpoint === 'refuse') return send(response, 400, JSON.stringify({ error: 'invalid_grant' }))
    const { wish, issuer, nonce } = grant
    if (wish.endpoint === 'slow') return // until the client closes the connection
    if (wish.endpoint === 'huge') return send(response, 200, JSON.stringify({ id_token: 'x'.repeat(200_000) }))
    if (wish.endpoint === 'error') return send(response, 503, JSON.stringify({ error: 'server_error' }))
    if (wish.endpoint === 'html') return send(response, 200, '<h1>Maintenance</h1>', 'text/html')
    if (wish.endpoint === 'redirect') return void response.writeHead(307, { location: `${origin}/elsewhere` }).end()
    const idToken = await tokens.idToken({ issuer, audience: providerClient.id, nonce, person: wish.person }, wish.token ?? null)
    send(response, 200, JSON.stringify({ access_token: 'unused', token_type: 'Bearer', expires_in: 3600, id_token: idToken }))
  }

  const server = answerBy((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    const [, , endpoint] = url.pathname.split('/')
    if (endpoint === 'authorize') return authorize(url, response)
    if (endpoint === 'token') return token(request, response)
    if (endpoint === 'jwks') return send(response, 200, JSON.stringify({ keys: tokens.keys }))
    if (endpoint === 'jwks-huge') return send(response, 200, JSON.stringify({ keys: [], filler: 'x'.repeat(200_000) }))
    if (endpoint === 'jwks-many') return send(response, 200, JSON.stringify({ keys: Array(100).fill(tokens.keys[0]) }))
    if (endpoint === 'jwks-error') return send(response, 500, '{}')
    if (endpoint === 'jwks-slow') return // until the client closes the connection
    send(response, 404, '{}')
  })
  const listening = await listenOnLoopback(server)
  origin = listening.origin
  return listening
}

/** Settings with which the worker uses this provider as both. */
export function providerVars(origin: string): Record<string, string> {
  return Object.fromEntries(
    (['google', 'facebook'] as const).flatMap((name) => {
      const upper = name.toUpperCase()
      return [
        [`${upper}_CLIENT_ID`, providerClient.id],
        [`${upper}_CLIENT_SECRET`, providerClient.secret],
        [`${upper}_ISSUER`, `${origin}/${name}`],
        [`${upper}_AUTHORIZE_URL`, `${origin}/${name}/authorize`],
        [`${upper}_TOKEN_URL`, `${origin}/${name}/token`],
        [`${upper}_JWKS_URL`, `${origin}/${name}/jwks`],
      ]
    }),
  )
}

/** All instructions in one parameter, or the fields of the page. */
function readWish(query: URLSearchParams): Wish | null {
  const wish = query.get('wish')
  if (wish !== null) return JSON.parse(wish) as Wish
  const sub = query.get('sub')
  if (sub === null) return null
  return {
    person: { sub, email: query.get('email') ?? '', email_verified: true, given_name: query.get('given_name') ?? '' },
  }
}

/** The page on which a person chooses an identity; it forwards the URL's parameters. */
function personPage(url: URL): string {
  const kept = [...url.searchParams].map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
  const asked = ['sub', 'email', 'given_name'].map((name) => `<label>${name} <input name="${name}"></label>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Provider</title><link rel="icon" href="data:,"><form>${kept.join('')}${asked.join('')}<button>Allow</button></form></html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function send(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

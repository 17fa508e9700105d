import { sessionActions } from '#features/auth/contract.ts'
import type { AnswerOf } from '#shared/routing/action.ts'
import { timings } from '#shared/realtime/wire.ts'

/** The session is over: realtime stays off until the next sign-in. */
export class SignedOutError extends Error {}

export type TokenSource = {
  get(): Promise<string>
  /** Drops a token that the server refused; a newer one stays. */
  drop(token: string): void
}

type TokenDeps = {
  /** Came with the document. */
  firstToken?: string | undefined
  fetchToken?: () => Promise<string>
  now?: () => number
}

/** A token this close to its end may expire before it arrives. */
const marginMs = 60_000

/** The token for joining and leaving: cached while valid, renewed near its end, one fetch at a time. */
export function createTokenSource({ firstToken, fetchToken = fetchRealtimeToken, now = Date.now }: TokenDeps = {}): TokenSource {
  // No document is older than its navigation. The server's clock may differ from ours.
  const firstEnd = performance.timeOrigin + timings.accessTokenMs
  let known: { token: string; expiresAt: number } | null = firstToken ? { token: firstToken, expiresAt: firstEnd } : null
  let flight: Promise<string> | null = null

  const renew = async () => {
    const askedAt = now()
    try {
      const token = await fetchToken()
      known = { token, expiresAt: askedAt + timings.accessTokenMs }
      return token
    } finally {
      flight = null
    }
  }
  return {
    async get() {
      if (known && now() < known.expiresAt - marginMs) return known.token
      return (flight ??= renew())
    },
    drop(token) {
      if (known?.token === token) known = null
    },
  }
}

async function fetchRealtimeToken(): Promise<string> {
  const response = await fetch(sessionActions.realtimeToken.path, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(timings.connectTimeoutMs),
  })
  if (response.status === 401 || response.status === 403) throw new SignedOutError('The session is over')
  if (!response.ok) throw new Error(`No realtime token: ${response.status}`)
  const { token }: AnswerOf<typeof sessionActions.realtimeToken> = await response.json()
  return token
}

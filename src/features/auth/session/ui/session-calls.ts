import { passkeyActions, sessionActions, signUpActions } from '#features/auth/contract.ts'
import type { SessionCalls, SessionOutcome } from '#shared/react/session-context.ts'
import type { Action, Refused } from '#shared/routing/action.ts'
import { sendAction } from '#ui/forms/send-action.ts'
import { bearer, findToken } from './session-answer.ts'
import { signedOut, type SessionDeps, type SessionStore } from './session-state.ts'

type SessionCallDeps = Pick<SessionDeps, 'logError'> & {
  navigate: (path: string) => void
  /** Where to go if the response names no path. */
  homePath: string
}

/** How long a sign-out waits for the token: the cookie alone is enough. */
const tokenMs = 2000

/** Signing in, up and out through a page's session store (spec §4, §7). Forms load this file at the press. */
export function createSessionCalls({ getState, setState }: SessionStore, deps: SessionCallDeps): SessionCalls {
  const { logError, navigate, homePath } = deps

  const post = (action: Pick<Action, 'path'>, body: Record<string, unknown>) =>
    sendAction(action, body, '', bearer(getState().token))

  /** Sends credentials or a sign-up, reads the token from the response, fetches the session and continues. */
  const enter = async (action: Pick<Action, 'path'>, body: Record<string, unknown>): Promise<SessionOutcome> => {
    const answer = await post(action, body)
    if (answer.kind === 'refused') return toOutcome(answer)
    const token = findToken(answer.data)
    if (token === null) {
      logError(`Sign-in aborted: the answer of ${action.path} has no string at 'token'.`)
      return 'internal'
    }
    setState({ token })
    // The response has set the cookies. So even if this fetch fails, the next document belongs to the signed-in person.
    await getState().refresh().catch(logError)
    navigate(answer.redirect ?? homePath)
    return null
  }

  return {
    signIn: (credentials, extra) => enter(sessionActions.signIn, { ...extra, ...credentials }),

    signInByPasskey: (answer, extra) => enter(passkeyActions.signIn, { ...extra, answer }),

    async signUp(body, { preventLogin = false } = {}) {
      if (!preventLogin) return enter(signUpActions.signUp, body)
      const answer = await post(signUpActions.signUp, { ...body, preventLogin })
      return answer.kind === 'refused' ? toOutcome(answer) : null
    },

    async signOut() {
      const { token, status, refresh } = getState()
      // Until the first fetch only the cookie shows who is signed in; and a focus event may be renewing the token.
      const fetched = token === null || status === 'loading' ? refresh().catch(() => {}) : null
      setState({ end: 'signed-out' })
      // Signing out sends no token if the session is over, or if no fetch returns one in time.
      if (fetched) await Promise.race([fetched, wait(tokenMs)])
      const before = getState()
      const sent = post(sessionActions.signOut, {}) // sends the token with it
      setState(signedOut)
      void fetched?.then(() => getState().end && setState(signedOut)) // a late response must not restore the session
      const answer = await sent
      if (answer.kind === 'refused') {
        setState({ ...before, status: before.data ? 'authenticated' : 'unauthenticated', end: null })
        return toOutcome(answer)
      }
      navigate(answer.redirect ?? homePath)
      return null
    },
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Status 0: there was no response. */
const toOutcome = (refused: Refused): SessionOutcome => (refused.status === 0 ? 'offline' : refused)

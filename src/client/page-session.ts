import { createSessionState, type SessionStore } from '#features/auth/session/ui/session-state.ts'
import { readBootstrap } from './document-data.ts'

let session: SessionStore | null = null

/**
 * The one session store of this page, shared by its refresh and its forms. Only browsers run this module, so module state is safe
 * here.
 */
export function openPageSession(): SessionStore {
  session ??= createSessionState(readBootstrap().viewer, {
    now: Date.now,
    isOnline: () => navigator.onLine,
    logError: console.error,
  })
  return session
}

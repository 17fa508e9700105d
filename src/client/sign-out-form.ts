import { signOutPath } from '#features/auth/sign-out-path.ts'
import { withoutReload } from './navigation/stale-chunk.ts'

/**
 * A sign-out form that does not hydrate, on the step that asks for consent, still uses the page's session, whose script loads at
 * the press. If that fails, the form is sent natively.
 */
export function watchSignOutForm(): void {
  addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.closest('[data-hydrate]')) return
    if (new URL(form.action).pathname !== signOutPath) return
    event.preventDefault()
    void signOut().then((isDone) => isDone || form.submit())
  })
}

async function signOut(): Promise<boolean> {
  try {
    const session = await withoutReload(() => import('./session-calls.ts'))
    return (await session.signOut()) === null
  } catch (error) {
    console.warn(error)
    return false
  }
}

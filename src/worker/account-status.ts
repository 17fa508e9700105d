import { disconnectMember, setVisibility } from '#features/member-hub/server/public.ts'
import { findAccountStatus } from '#features/auth/session/server/public.ts'
import type { AppContext, Session } from '#server/context.ts'

/**
 * Runs after the hub accepted a connection: it sees earlier restrictions, and later ones close the connection. False when the
 * member may no longer act. Sends the hub the member's presence setting if the hub does not know it yet.
 */
export async function checkAccountStatus(c: AppContext, { sub }: Session, knownVisibility: boolean | null): Promise<boolean> {
  const account = await findAccountStatus(c.get('db'), sub)
  if (account?.state === 'restricted' || account?.state === 'deleted') {
    await disconnectMember(c.env, sub)
    return false
  }
  const showsOnline = account?.showsOnline ?? true
  if (showsOnline !== knownVisibility) await setVisibility(c.env, sub, showsOnline)
  return true
}

import { disconnectMember, setVisibility } from '#features/member-hub/server/public.ts'
import { findAccountStatus } from '#features/auth/session/server/public.ts'
import type { AppContext, Session } from '#server/context.ts'

/**
 * Asked after the hub took a connection: a restriction that was written before is seen here, one written later closes it.
 * False when the member may not act any more. The hub hears whether their presence shows when it does not know yet.
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

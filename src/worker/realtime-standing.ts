import { disconnectMember, setVisibility } from '#features/member-hub/server/public.ts'
import { findMemberStanding } from '#features/auth/session/server/public.ts'
import type { AppContext, Session } from '#server/context.ts'

/**
 * Asked after the hub took a connection: a restriction that was written before is seen here, one written later closes it.
 * False when the member may not act any more. The hub hears whether their presence shows when it does not know yet.
 */
export async function checkStanding(c: AppContext, { sub }: Session, knownVisibility: boolean | null): Promise<boolean> {
  const standing = await findMemberStanding(c.get('db'), sub)
  if (standing?.state === 'restricted' || standing?.state === 'deleted') {
    await disconnectMember(c.env, sub)
    return false
  }
  const showsOnline = standing?.showsOnline ?? true
  if (showsOnline !== knownVisibility) await setVisibility(c.env, sub, showsOnline)
  return true
}

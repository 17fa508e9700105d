import { EncryptJWT, jwtDecrypt } from 'jose'
import type { AppContext } from '#worker/http/context.ts'
import { clearHostCookie, cookieNames, readCookie, setHostCookie } from '#worker/http/cookies.ts'
import { deriveKeys } from '#worker/http/keys.ts'
import { opsIdleMs } from '../rules.ts'
import type { Staff } from './staff.ts'

/** Notes in a sealed cookie that this session has shown its second factor; each request moves its end. */
export async function keepOpsSession(c: AppContext, { id, sid }: Pick<Staff, 'id' | 'sid'>): Promise<void> {
  const [key] = await deriveKeys(c.env, 'ops-session')
  if (!key) throw new Error('no key')
  const sealed = await new EncryptJWT({ sid })
    .setSubject(id)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(c.get('now') + opsIdleMs))
    .encrypt(key)
  setHostCookie(c, cookieNames.ops, sealed, opsIdleMs / 1000)
}

/** True while the second factor counts: shown in this very session, and not idle since. */
export async function hasOpsSession(c: AppContext, { id, sid }: Pick<Staff, 'id' | 'sid'>): Promise<boolean> {
  const sealed = readCookie(c, cookieNames.ops)
  if (!sealed) return false
  for (const key of await deriveKeys(c.env, 'ops-session')) {
    try {
      const { payload } = await jwtDecrypt<{ sid: string }>(sealed, key, { subject: id, currentDate: new Date(c.get('now')) })
      return payload.sid === sid
    } catch {
      continue // another key's, forged or expired: the next key, else none
    }
  }
  return false
}

export function endOpsSession(c: AppContext): void {
  clearHostCookie(c, cookieNames.ops)
}

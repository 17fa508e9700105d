import { sessionActions } from '#features/auth/contract.ts'
import type { AnswerOf } from '#shared/routing/action.ts'
import type { Viewer } from '#shared/bootstrap.ts'

/** Returns whose session this browser has now; null for none, undefined without a response from the server. */
export async function askWhose(): Promise<Pick<Viewer, 'id' | 'state'> | null | undefined> {
  try {
    const response = await fetch(sessionActions.status.path, { headers: { Accept: 'application/json' } })
    if (!response.ok) return undefined
    const { user }: AnswerOf<typeof sessionActions.status> = await response.json()
    return user
  } catch {
    return undefined // being offline proves nothing about the session
  }
}

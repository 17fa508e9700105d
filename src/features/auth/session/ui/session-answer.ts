import type { Viewer } from '#shared/bootstrap.ts'

/** Returns the token of a response, at its configured key `token`; null if it is not a string (spec §5). */
export function findToken(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('token' in answer)) return null
  return typeof answer.token === 'string' && answer.token !== '' ? answer.token : null
}

/** True if a response's `user` has everything that this client reads of a viewer. */
export function isViewer(value: unknown): value is Viewer {
  if (typeof value !== 'object' || value === null) return false
  return (
    'id' in value && typeof value.id === 'string' && 'state' in value && typeof value.state === 'string' && 'appearance' in value
  )
}

/** The configured header in which a session's calls send its token (spec §7). */
export const bearer = (token: string | null) => (token === null ? undefined : { Authorization: `Bearer ${token}` })

import { notifyMember } from '#features/member-hub/server/public.ts'
import type { Subject } from '#features/notifications/contract.ts'
import type { AppContext } from '#server/context.ts'

type SecurityEvent = Extract<Subject, { kind: 'security' }>

/** Announces a security change on the member's other devices; an email reports it too. */
export function noticeSecurityLater(c: AppContext, memberId: string, event: SecurityEvent): void {
  const exceptSid = c.get('session')?.sid
  const notice = { id: crypto.randomUUID(), ...event }
  c.executionCtx.waitUntil(notifyMember(c.env, memberId, notice, exceptSid === undefined ? {} : { exceptSid }))
}

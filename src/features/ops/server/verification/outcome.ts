import * as v from 'valibot'
import { openDatabase } from '#db/database.ts'
import { activeStates } from '#db/predicates/own-state.ts'
import { defineEmail, noticeLifetimeMs, queueEmail, sendEmailLater } from '#features/mail/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import type { VerificationOutcome } from '#features/photos/contract.ts'
import { endUndecided, noteNotified } from '#features/photos/server/public.ts'
import type { AppContext } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { verificationHref } from '#shared/routing/camera-page.ts'

/** The reason is shown only after signing in, because others may read a mailbox. */
export const verificationEmail = defineEmail({
  name: 'verification',
  lifetimeMs: noticeLifetimeMs,
  facts: v.object({ outcome: v.picklist(['approved', 'refused', 'again', 'undecided']) }),
  write({ t, code, origin, footer, reader }, { outcome }) {
    // The page that it is about is closed to others: restricted and deleted members.
    if (!activeStates.some((state) => state === reader.state)) return null
    return {
      lang: getLocale(code).lang,
      subject: t(`emails.verification.${outcome}.subject`),
      preview: t(`emails.verification.${outcome}.text`),
      title: t('emails.verification.title', { name: reader.firstName }),
      paragraphs: [t(`emails.verification.${outcome}.text`)],
      action: { label: t('emails.verification.action'), url: origin + verificationHref(code) },
      notes: [footer('emails.decision.footer')],
    }
  },
})

export type Ended = { id: string; memberId: string } & VerificationOutcome

/** Stores and shows the outcome. By its id, a repeat is the same notification: a challenge ends once. */
function notifyOutcome(env: Env, { id, memberId, ...ended }: Ended): Promise<boolean> {
  return notifyMember(env, memberId, { id: `verification:${id}`, kind: 'verification', ...ended })
}

/** After a decision: in the app and by email. */
export function sendOutcome(c: AppContext, ended: Ended): void {
  c.executionCtx.waitUntil(notifyOutcome(c.env, ended))
  sendEmailLater(c, verificationEmail, { kind: 'member', id: ended.memberId }, { outcome: ended.outcome })
}

/** Cron: ends what was not decided within 48 hours, and notifies those members; again at the next run if that failed. */
export async function finishUndecided(env: Env, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  const origin = env.PUBLIC_ORIGIN || 'http://localhost'
  return finishEach('verification', await endUndecided(db, now), async ({ id, memberId }) => {
    if (!(await notifyOutcome(env, { id, memberId, outcome: 'undecided' }))) throw new Error('the hub is away')
    const order = { origin, to: { kind: 'member', id: memberId }, facts: { outcome: 'undecided' } } as const
    await queueEmail(env, verificationEmail, order, now)
    await noteNotified(db, id, now)
  })
}

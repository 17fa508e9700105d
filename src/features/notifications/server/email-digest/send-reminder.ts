import { sendEmail, type Email, type EmailContext } from '#features/mail/server/public.ts'
import type { EmailKind } from '#features/notifications/contract.ts'
import type { Env } from '#server/env.ts'
import type { Reader } from '../queries.ts'
import { unsubscribeUrlOf } from '../unsubscribe-token.ts'

/** Writes a reminder, without the link that ends such e-mails. */
export type WriteReminder = (context: EmailContext) => Omit<Email, 'unsubscribe'>

type Reminder = { origin: string; member: string; reader: Reader; kind: EmailKind; write: WriteReminder }

/** Sends one e-mail that its kind's switch ends, and one press. Throws when it cannot be sent. */
export async function sendReminder(env: Env, { origin, member, reader, kind, write }: Reminder): Promise<void> {
  const unsubscribeUrl = await unsubscribeUrlOf(env, origin, { member, kinds: [kind] })
  await sendEmail(env, origin, reader, (context) => ({
    ...write(context),
    unsubscribe: { label: context.t('emails.digest.unsubscribe'), url: unsubscribeUrl },
  }))
}

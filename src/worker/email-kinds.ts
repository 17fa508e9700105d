import { providerEmails } from '#features/auth/providers/server/emails.ts'
import { recoveryEmails } from '#features/auth/recovery/server/emails.ts'
import { sessionEmails } from '#features/auth/session/server/emails.ts'
import { deletionEmails } from '#features/auth/session/server/deletion/emails.ts'
import { passkeyEmails } from '#features/auth/session/server/passkeys/emails.ts'
import { signUpEmails } from '#features/auth/sign-up/server/emails.ts'
import { dateReminder } from '#features/encounters/dates/server/date-reminder.ts'
import { contactEmails } from '#features/contact/server/public.ts'
import type { EmailKind } from '#features/mail/server/public.ts'
import { digestEmail } from '#features/notifications/server/public.ts'
import { staffEmails } from '#features/ops/server/emails.ts'
import { verificationEmail } from '#features/ops/server/verification/outcome.ts'
import { exportReadyEmail } from './export/ready-email.ts'
import { reportDecidedEmail } from '#features/reports/server/public.ts'
import { restrictedEmail } from '#features/restriction/server/public.ts'
import { purgedEmail } from './purge/email.ts'
import { orderEmails } from '#features/store/orders/server/public.ts'

/** Every kind of email, for the queue consumer. */
export const emailKinds: readonly EmailKind[] = [
  ...signUpEmails,
  ...sessionEmails,
  ...passkeyEmails,
  ...deletionEmails,
  ...recoveryEmails,
  ...providerEmails,
  ...staffEmails,
  ...contactEmails,
  digestEmail,
  dateReminder.email,
  restrictedEmail,
  reportDecidedEmail,
  exportReadyEmail,
  verificationEmail,
  orderEmails.paid,
  orderEmails.refunded,
  purgedEmail,
]

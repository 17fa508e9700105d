import type { AppContext } from '#server/context.ts'
import { log } from '#server/log.ts'
import { publicOrigin } from '#server/origin.ts'
import type { Email } from './email.ts'
import { sendEmail, type EmailContext, type Reader } from './send-email.ts'

/** Writes and sends after the response, so that neither its time nor a failure reveals anything to the visitor. */
export function sendEmailLater(c: AppContext, reader: Reader, write: (context: EmailContext) => Email): void {
  const origin = publicOrigin(c.env, c.req.url)
  const send = async () => {
    try {
      await sendEmail(c.env, origin, reader, write)
    } catch (error) {
      // The service's own message may name the address.
      const name = error instanceof Error ? error.name : 'unknown'
      log('error', 'mail', { requestId: c.get('requestId'), error: name, cure: 'check the send_email binding and MAIL_FROM' })
    }
  }
  c.executionCtx.waitUntil(send())
}

import type { AppContext } from '#server/context.ts'
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
      console.error(
        JSON.stringify({
          level: 'error',
          code: 'mail',
          requestId: c.get('requestId'),
          error: error instanceof Error ? error.name : 'unknown',
          cure: 'check the send_email binding and MAIL_FROM',
        }),
      )
    }
  }
  c.executionCtx.waitUntil(send())
}

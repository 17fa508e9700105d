import { env, runInDurableObject } from 'cloudflare:test'
import { origin } from './realtime-client.ts'

export type SentEmail = { to: string; subject: string; text: string; html: string; headers: Record<string, string> }

/**
 * Takes the e-mails that a member's hub sends, instead of the mail service, until the hub restarts. `close`: the service refuses
 * them from now on.
 */
export async function openMailbox({ id }: { id: string }, sent: SentEmail[] = []) {
  let isClosed = false
  await runInDurableObject(env.MEMBER_HUB.getByName(id), (hub, state) => {
    const own = hub as unknown as { env: { EMAIL: SendEmail } }
    own.env.EMAIL = {
      async send(message: EmailMessage | EmailMessageBuilder) {
        if (isClosed) throw new Error('the service is away')
        if ('subject' in message) {
          const { to, subject, text = '', html = '', headers = {} } = message
          sent.push({ to: String(to), subject, text, html, headers })
        }
        return { messageId: 'test' }
      },
    }
    state.storage.kv.put('origin', origin)
  })
  return { sent, close: (closed: boolean) => void (isClosed = closed) }
}

import { env, runInDurableObject } from 'cloudflare:test'
import { queueTo } from './mail-queue.ts'
import { origin } from './realtime-client.ts'

export type SentEmail = { to: string; subject: string; text: string; html: string; headers: Record<string, string> }

/** Takes the emails that a member's hub sends, until the hub restarts. `close`: from then on, the queue refuses them. */
export async function openMailbox({ id }: { id: string }, sent: SentEmail[] = []) {
  let isClosed = false
  const queue = queueTo({
    async send(message: EmailMessage | EmailMessageBuilder) {
      if ('subject' in message) {
        const { to, subject, text = '', html = '', headers = {} } = message
        sent.push({ to: String(to), subject, text, html, headers })
      }
      return { messageId: 'test' }
    },
  })
  await runInDurableObject(env.MEMBER_HUB.getByName(id), (hub, state) => {
    const own = hub as unknown as { env: { MAIL: Queue } }
    own.env.MAIL = {
      ...queue,
      async send(body) {
        if (isClosed) throw new Error('the queue is away')
        return queue.send(body)
      },
    }
    state.storage.kv.put('origin', origin)
  })
  return { sent, close: (closed: boolean) => void (isClosed = closed) }
}

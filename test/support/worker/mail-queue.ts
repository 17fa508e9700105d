import { createExecutionContext, createMessageBatch, env, getQueueResult, type QueueResult } from 'cloudflare:test'
import { consumeQueue } from '#worker/queues.ts'

export const mailQueue = 'kismet-mail'
export const failedQueue = 'kismet-mail-failed'

/** The worker's decisions; `pausesS`: the seconds until the next attempt of each message that it sends back. */
type Consumed = QueueResult & { pausesS: (number | undefined)[] }

/** Makes the worker consume messages as the platform would, for the given attempt. */
export async function consume(
  queue: string,
  bodies: readonly unknown[],
  { attempts = 1, ...bindings }: Partial<Cloudflare.Env> & { attempts?: number } = {},
): Promise<Consumed> {
  // A queue serialises its content.
  const messages = bodies.map((body, index) => ({
    id: String(index),
    timestamp: new Date(),
    attempts,
    body: structuredClone(body),
  }))
  const batch = createMessageBatch(queue, messages)
  const pausesS: Consumed['pausesS'] = []
  // The tests' batch does not record the delays.
  for (const target of [batch, ...batch.messages]) {
    const name = 'retryAll' in target ? 'retryAll' : 'retry'
    const send = Reflect.get(target, name).bind(target)
    Object.assign(target, {
      [name](options?: QueueRetryOptions) {
        pausesS.push(options?.delaySeconds)
        send(options)
      },
    })
  }
  await consumeQueue(batch, { ...env, ...bindings })
  return { ...(await getQueueResult(batch, createExecutionContext())), pausesS }
}

const sent: QueueSendResponse = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }

/** The queue of emails without delay: the worker consumes each at once, and sends it through `service`. */
export function queueTo(service: SendEmail, bindings: Partial<Cloudflare.Env> = {}): Queue {
  return queueOf((body) => consume(mailQueue, [body], { ...bindings, EMAIL: service }))
}

/** A queue whose messages are delivered at once. */
export function queueOf(take: (body: unknown) => unknown): Queue {
  return {
    metrics: async () => ({ backlogCount: 0, backlogBytes: 0 }),
    async send(body) {
      await take(body)
      return sent
    },
    async sendBatch(messages) {
      for (const { body } of messages) await take(body)
      return sent
    },
  }
}

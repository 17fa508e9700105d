import type { Received, TestDevice } from './device.ts'

/** Subscribes a browser to the test push service, bound to the sender's key. */
export async function subscribeAt(origin: string, vapidKey: string): Promise<TestDevice> {
  const response = await fetch(`${origin}/browser`, { method: 'POST', body: JSON.stringify({ vapidKey }) })
  return response.json()
}

/** What the browser behind an endpoint has received, decrypted. */
export function receivedAt(endpoint: string): Promise<Received[]> {
  return ask(endpoint, '')
}

/** The service's answers to the next messages, in order; after that it accepts messages. */
export async function answerNext(endpoint: string, ...answers: { status: number; retryAfter?: string }[]): Promise<void> {
  await ask(endpoint, '/answers', JSON.stringify(answers))
}

/** The browser ends its subscription. */
export async function end(endpoint: string): Promise<void> {
  await ask(endpoint, '/gone')
}

async function ask(endpoint: string, what: string, body = ''): Promise<Received[]> {
  const response = await fetch(endpoint.replace('/push/', '/browser/') + what, { method: 'POST', body })
  return response.json()
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answerBy, listenOnLoopback } from '../support/loopback.ts'
import { startProvider } from '../support/provider/provider.ts'
import { startPushService } from '../support/push/push-service.ts'

/** What was not caught while `work` ran, and in the turn after it. */
async function uncaught(work: () => Promise<void>): Promise<unknown[]> {
  const reasons: unknown[] = []
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (reason) => void reasons.push(reason))
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection')
    for (const listener of listeners) process.on('unhandledRejection', listener)
  })
  await work()
  await new Promise((resolve) => setImmediate(resolve))
  return reasons
}

/** Sends half of a request's body and goes. */
async function leaveHalfWay(origin: string, path: string, server: { close: () => Promise<void> }): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf`)
  // Once later requests are answered, the server has read the half, and then that its client has gone.
  await fetch(`${origin}/browser/unknown`)
  socket.resetAndDestroy()
  await once(socket, 'close')
  await fetch(`${origin}/browser/unknown`)
  await server.close()
}

test.each([
  ['the provider', startProvider, '/google/token'],
  ['the push service', startPushService, '/push/unknown'],
])('a client of %s that goes in the middle of a request is no failure', async (_, start, path) => {
  const server = await start()
  expect(await uncaught(() => leaveHalfWay(server.origin, path, server))).toEqual([])
})

test('a handler that fails is one', async () => {
  const server = answerBy(() => Promise.reject(new Error('broken')))
  const { origin, close } = await listenOnLoopback(server)
  const reasons = await uncaught(async () => {
    await expect(fetch(origin)).rejects.toThrow()
  })
  await close()
  expect(reasons).toEqual([expect.objectContaining({ message: 'broken' })])
})

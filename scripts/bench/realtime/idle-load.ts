import { dialects, type DialectName, type Member } from './dialects.ts'
import { openWebSocket } from './web-socket.ts'

export type IdleOrder = { dialect: DialectName; port: number; members: Member[] }

const pingMs = 10_000

/** Opens a connection per member, in a separate process, and then only sends the heartbeat, like an open page. */
process.on('message', async ({ dialect, port, members }: IdleOrder) => {
  const { address, beside, greet, isReady } = dialects[dialect]
  for (const member of members) {
    const first = beside?.(port, member)
    if (first) {
      const socket = await openWebSocket(first.address, () => {})
      for (const frame of first.greet) socket.send(frame)
      setInterval(() => socket.send('ping'), pingMs)
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = await openWebSocket(address(port, member), (frame) => {
      if (isReady(frame)) resolve()
    })
    for (const frame of greet('', member)) socket.send(frame)
    if (isReady('')) resolve()
    await promise
    setInterval(() => socket.send('ping'), pingMs)
  }
  process.send?.(null)
})
process.once('disconnect', () => process.exit(0))

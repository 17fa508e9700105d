import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Pipe, type Weather } from './pipe.ts'
import type { Direction } from '../plan.ts'

type Pair = { client: Socket; server: Socket; up: Pipe; down: Pipe; isWebSocket: boolean; isDirect: boolean }

const upgrade = Buffer.from('GET /realtime')
/** Of a socket straight to a conversation. */
const directUpgrade = Buffer.from('GET /realtime/conversations/')
const startsWith = (data: Buffer, start: Buffer) => data.subarray(0, start.length).equals(start)

/** The network between one client and the server, under our thumb. It listens on a port of its own. */
export type Line = {
  port: number
  /** Connections made over it so far. */
  count(): number
  /** Breaks every connection at both ends. */
  reset(): void
  /** Breaks the sockets straight to conversations; the others stay. */
  cut(): void
  /** While set, new connections are broken at once. */
  refuse(on: boolean): void
  /** While set, no WebSocket gets through, as behind a proxy that knows none; those that are there break. */
  wall(on: boolean): void
  /** Takes bytes and forwards none. What has lost bytes is of no use any more: switching it off breaks it. */
  blackHole(direction: Direction, on: boolean): void
  delay(direction: Direction, ms: number): void
  throttle(direction: Direction, bytesPerSecond: number): void
  /** Good weather from now on; what was held back arrives. */
  heal(): void
  close(): Promise<void>
}

export async function openLine(targetPort: number): Promise<Line> {
  const weather: Record<'up' | 'down', Weather> = { up: fairWeather(), down: fairWeather() }
  const pairs = new Set<Pair>()
  let isRefusing = false
  let isWalled = false
  let count = 0

  const breakPair = (pair: Pair) => {
    pairs.delete(pair)
    pair.up.stop()
    pair.down.stop()
    pair.client.resetAndDestroy()
    pair.server.resetAndDestroy()
  }
  /** One end is gone. The other end learns of it, unless the news would have to cross a black hole. */
  const onGone = (pair: Pair, news: Pipe) => {
    if (!pairs.has(pair) || news.isBlack) return
    breakPair(pair)
  }
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on('error', () => {})
    if (isRefusing) return void client.resetAndDestroy()
    count += 1
    const server = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    server.on('error', () => {})
    const pair: Pair = {
      client,
      server,
      up: new Pipe(client, server, weather.up),
      down: new Pipe(server, client, weather.down),
      isWebSocket: false,
      isDirect: false,
    }
    // Before the pipe takes them: a connection that carried other requests may become a WebSocket.
    client.prependListener('data', (data: Buffer) => {
      if (!startsWith(data, upgrade)) return
      pair.isWebSocket = true
      pair.isDirect = startsWith(data, directUpgrade)
      if (isWalled) breakPair(pair)
    })
    pairs.add(pair)
    client.on('close', () => onGone(pair, pair.up))
    server.on('close', () => onGone(pair, pair.down))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const change = (direction: Direction, next: Partial<Weather>) => {
    if (direction !== 'down') Object.assign(weather.up, next)
    if (direction !== 'up') Object.assign(weather.down, next)
  }
  const breakLossy = () => {
    for (const pair of pairs) if (pair.up.hasLost || pair.down.hasLost || isHalfGone(pair)) breakPair(pair)
  }
  return {
    port: (listener.address() as AddressInfo).port,
    count: () => count,
    reset: () => [...pairs].forEach(breakPair),
    cut: () => [...pairs].filter(({ isDirect }) => isDirect).forEach(breakPair),
    refuse: (on) => (isRefusing = on),
    wall(on) {
      isWalled = on
      for (const pair of pairs) if (on && pair.isWebSocket) breakPair(pair)
    },
    blackHole(direction, on) {
      change(direction, { isBlack: on })
      if (!on) breakLossy()
    },
    delay: (direction, delayMs) => change(direction, { delayMs }),
    throttle: (direction, bytesPerSecond) => change(direction, { bytesPerSecond }),
    heal() {
      isRefusing = false
      isWalled = false
      change('both', fairWeather())
      breakLossy()
      for (const { up, down } of pairs) for (const pipe of [up, down]) pipe.flush()
    },
    async close() {
      ;[...pairs].forEach(breakPair)
      listener.close()
      await once(listener, 'close')
    },
  }
}

function fairWeather(): Weather {
  return { isBlack: false, delayMs: 0, bytesPerSecond: Infinity }
}

function isHalfGone({ client, server }: Pair): boolean {
  return client.destroyed || server.destroyed
}

import { performance } from 'node:perf_hooks'
import { openConnection } from './connection.ts'
import { cpuTimeMs } from './cpu.ts'

export type Target = {
  /** The workerd process that answers requests, whose CPU time is measured. */
  pid: number
  port: number
  path: string
  headers?: Record<string, string>
}

/** The result of one window of time. */
export type Window = {
  requests: number
  elapsedMs: number
  cpuMs: number
}

export type LoadGenerator = Disposable & {
  /** Keeps all connections busy with one request each for `durationMs`. */
  run(durationMs: number): Promise<Window>
}

const CONNECTIONS = 64

/** 64 open connections to a worker. */
export async function openLoad(target: Target): Promise<LoadGenerator> {
  const request = requestText(target)
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(target.port)))
  return {
    async run(durationMs) {
      let requests = 0
      const cpuBeforeMs = await cpuTimeMs(target.pid)
      const startedAt = performance.now()
      await Promise.all(
        connections.map(async (connection) => {
          while (performance.now() - startedAt < durationMs) {
            await connection.send(request)
            requests++
          }
        }),
      )
      const elapsedMs = performance.now() - startedAt
      return { requests, elapsedMs, cpuMs: (await cpuTimeMs(target.pid)) - cpuBeforeMs }
    },
    [Symbol.dispose]() {
      for (const connection of connections) connection.close()
    },
  }
}

function requestText({ path, headers = {} }: Target): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`
}

import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { cpuTimeMs } from './cpu.ts'

export type Target = {
  /** The workerd process that answers: its CPU time is measured. */
  pid: number
  port: number
  path: string
  headers?: Record<string, string>
}

export type LoadFigures = {
  requestsPerSecond: number
  cpuMicrosPerRequest: number
}

const CONNECTIONS = 64
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/**
 * Keeps 64 connections busy with one request each for `durationMs`. It speaks HTTP/1.1 on bare sockets, because
 * node:http would use more CPU than the worker that it measures. Any status but 200 is an error.
 */
export async function load(target: Target, durationMs: number): Promise<LoadFigures> {
  const request = requestText(target)
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(target.port)))
  let done = 0
  let stopping = false
  const finished = sockets.map((socket) =>
    drive(socket, request, () => {
      done++
      return !stopping
    }),
  )
  const startedAt = performance.now()
  const cpuBeforeMs = await cpuTimeMs(target.pid)
  const timer = new Promise((resolve) => setTimeout(resolve, durationMs))
  await Promise.race([timer, Promise.all(finished)])
  const cpuMs = (await cpuTimeMs(target.pid)) - cpuBeforeMs
  const elapsedMs = performance.now() - startedAt
  const counted = done
  stopping = true
  await Promise.all(finished)
  for (const socket of sockets) socket.destroy()
  return { requestsPerSecond: (counted * 1000) / elapsedMs, cpuMicrosPerRequest: (cpuMs * 1000) / counted }
}

function requestText({ path, headers = {} }: Target): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Sends `request` again and again until `onResponse` says that it was the last one. */
function drive(socket: Socket, request: string, onResponse: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = ''
    let bytesLeft: number | 'chunked' = 0
    let tail: Buffer = Buffer.alloc(0)
    const complete = () => {
      head = ''
      tail = Buffer.alloc(0)
      if (onResponse()) socket.write(request)
      else resolve()
    }
    const readBody = (data: Buffer) => {
      if (bytesLeft === 'chunked') {
        // One response is under way on a connection, so the data ends where the response does.
        tail = data.length >= LAST_CHUNK.length ? data : Buffer.concat([tail, data])
        if (tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) complete()
      } else {
        bytesLeft -= data.length
        if (bytesLeft === 0) complete()
      }
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection was closed')))
    socket.on('data', (data: Buffer) => {
      if (head.endsWith('\r\n\r\n')) return readBody(data)
      const end = data.indexOf('\r\n\r\n')
      head += data.toString('latin1', 0, end === -1 ? data.length : end + 4)
      if (end === -1) return
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`unexpected answer: ${head.split('\r\n')[0]}`))
      const length = /content-length: (\d+)/i.exec(head)
      bytesLeft = length ? Number(length[1]) : 'chunked'
      // The separator of the head counts: the last chunk of an empty body follows it directly.
      readBody(data.subarray(bytesLeft === 'chunked' ? end + 2 : end + 4))
    })
    socket.write(request)
  })
}

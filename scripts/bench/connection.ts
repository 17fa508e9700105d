import { once } from 'node:events'
import { connect } from 'node:net'

export type Connection = {
  /** Sends one request and waits for the end of its response. One at a time. */
  send(request: string): Promise<void>
  close(): void
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/**
 * HTTP/1.1 on a bare socket, as little as a load generator needs: node:http would use more CPU than the worker that it
 * measures.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')

  let pending = Promise.withResolvers<void>()
  let head = ''
  let bytesLeft: number | 'chunked' = 0
  let tail: Buffer = Buffer.alloc(0)

  const readBody = (data: Buffer) => {
    if (bytesLeft === 'chunked') {
      // One response is under way on a connection, so the data ends where the response does.
      tail = data.length >= LAST_CHUNK.length ? data : Buffer.concat([tail, data])
      if (tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) pending.resolve()
    } else {
      bytesLeft -= data.length
      if (bytesLeft === 0) pending.resolve()
    }
  }

  socket.on('error', (error) => pending.reject(error))
  socket.on('close', () => pending.reject(new Error('The worker closed the connection')))
  socket.on('data', (data) => {
    if (head.endsWith('\r\n\r\n')) return readBody(data)
    const end = data.indexOf('\r\n\r\n')
    head += data.toString('latin1', 0, end === -1 ? data.length : end + 4)
    if (end === -1) return
    if (!head.startsWith('HTTP/1.1 200')) return pending.reject(new Error(`Unexpected answer: ${head.split('\r\n')[0]}`))
    const length = /\r\ncontent-length: (\d+)/i.exec(head)
    bytesLeft = length ? Number(length[1]) : 'chunked'
    // The last line break of the head counts: the last chunk of an empty body follows it directly.
    readBody(data.subarray(bytesLeft === 'chunked' ? end + 2 : end + 4))
  })

  return {
    send(request) {
      if (socket.destroyed) throw new Error('The worker has closed the connection')
      pending = Promise.withResolvers()
      head = ''
      tail = Buffer.alloc(0)
      socket.write(request)
      return pending.promise
    },
    close() {
      pending.promise.catch(() => undefined)
      socket.destroy()
    },
  }
}

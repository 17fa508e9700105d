import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Connection = {
  /** Sends one request at a time and waits for the end of its response. */
  send(request: string): Promise<void>
  close(): void
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/**
 * HTTP/1.1 on a bare socket with only what a load generator needs: node:http would use more CPU than the measured worker. Any
 * status but 200, and any truncated response, is an error. A connection that the worker closed between two requests is opened
 * again.
 */
export async function openConnection(port: number): Promise<Connection> {
  let socket = await openSocket(port)
  return {
    async send(request) {
      if (socket.destroyed) socket = await openSocket(port)
      await exchange(socket, request)
    },
    close() {
      socket.destroy()
    },
  }
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

function exchange(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = ''
    let bytesLeft: number | 'chunked' = 0
    let tail: Buffer = Buffer.alloc(0)

    const settle = (error?: Error) => {
      socket.off('data', onData).off('close', onClose).off('error', settle)
      if (error) reject(error)
      else resolve()
    }
    const onClose = () => settle(new Error('The worker closed the connection in the middle of a response'))
    const onData = (data: Buffer) => {
      if (head.endsWith('\r\n\r\n')) return readBody(data)
      const end = data.indexOf('\r\n\r\n')
      head += data.toString('latin1', 0, end === -1 ? data.length : end + 4)
      if (end === -1) return
      if (!head.startsWith('HTTP/1.1 200')) return settle(new Error(`Unexpected answer: ${head.split('\r\n')[0]}`))
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      bytesLeft = length ? Number(length[1]) : 'chunked'
      // Includes the last line break of the head: the last chunk of an empty body follows it directly.
      readBody(data.subarray(bytesLeft === 'chunked' ? end + 2 : end + 4))
    }
    const readBody = (data: Buffer) => {
      if (bytesLeft === 'chunked') {
        // A connection has one response at a time, so the data ends where the response does.
        tail = data.length >= LAST_CHUNK.length ? data : Buffer.concat([tail, data])
        if (tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) settle()
      } else {
        bytesLeft -= data.length
        if (bytesLeft === 0) settle()
      }
    }

    socket.on('data', onData).on('close', onClose).on('error', settle)
    socket.write(request)
  })
}

import { once } from 'node:events'
import { connect } from 'node:net'

export type WebSocketOptions = { port: number; path: string; headers?: Record<string, string> }

export type WebSocketClient = { send(text: string): void; close(): void }

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 }

/**
 * A WebSocket on a bare socket with only what a load generator needs: Node's own would use more CPU than the measured server. It
 * expects unfragmented frames. Its mask is zero, which leaves a payload unchanged.
 */
export async function openWebSocket(
  { port, path, headers = {} }: WebSocketOptions,
  onText: (text: string) => void,
): Promise<WebSocketClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': 'a2lzbWV0LWJlbmNoLTEyMw==',
    'Sec-WebSocket-Version': '13',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)

  let waiting: Buffer = Buffer.alloc(0)
  const head = await new Promise<string>((resolve, reject) => {
    const onData = (data: Buffer) => {
      waiting = Buffer.concat([waiting, data])
      const end = waiting.indexOf('\r\n\r\n')
      if (end === -1) return
      socket.off('data', onData).off('close', onClose)
      const text = waiting.toString('latin1', 0, end)
      waiting = waiting.subarray(end + 4)
      resolve(text)
    }
    const onClose = () => reject(new Error('The server closed the connection instead of upgrading it'))
    socket.on('data', onData).on('close', onClose).on('error', reject)
  })
  if (!head.startsWith('HTTP/1.1 101')) throw new Error(`No upgrade: ${head.split('\r\n')[0]}`)

  const readFrames = () => {
    for (;;) {
      const frame = firstFrame(waiting)
      if (!frame) return
      waiting = waiting.subarray(frame.end)
      if (frame.opcode === opcodes.text) onText(frame.payload.toString())
      else if (frame.opcode === opcodes.ping) socket.write(frameOf(opcodes.pong, frame.payload))
      else if (frame.opcode === opcodes.close) socket.end()
    }
  }
  socket.on('data', (data: Buffer) => {
    waiting = waiting.length === 0 ? data : Buffer.concat([waiting, data])
    readFrames()
  })
  readFrames()
  return {
    send: (text) => void socket.write(frameOf(opcodes.text, Buffer.from(text))),
    close: () => void socket.destroy(),
  }
}

function firstFrame(data: Buffer): { opcode: number; payload: Buffer; end: number } | null {
  if (data.length < 2) return null
  const short = data.readUInt8(1)
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (data.length < start) return null
  const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2))
  const end = start + length
  return data.length < end ? null : { opcode: data.readUInt8(0) & 15, payload: data.subarray(start, end), end }
}

function frameOf(opcode: number, payload: Buffer): Buffer {
  const isShort = payload.length < 126
  const frame = Buffer.alloc((isShort ? 6 : 8) + payload.length)
  frame.writeUInt8(128 | opcode, 0)
  frame.writeUInt8(128 | (isShort ? payload.length : 126), 1)
  if (!isShort) frame.writeUInt16BE(payload.length, 2)
  payload.copy(frame, frame.length - payload.length)
  return frame
}

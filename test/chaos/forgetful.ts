import { readFrames, type Answer, type Request, type ServerFrame } from '#shared/realtime/wire.ts'

/**
 * A client without resume: after a reconnect it only hears what is new, nobody tells it the head, and what was sent once is
 * not sent again. Everything else stays, so that a run with it shows what resuming is worth.
 */
export function forgetful(): (socket: WebSocket) => WebSocket {
  const sent = new Set<string>()
  const known = new Set<string>()
  return (socket) => {
    const rejoins = new Set<number>()
    const listeners = new Set<unknown>()
    const send = socket.send.bind(socket)
    const hear = (frame: ServerFrame) => {
      const event = new MessageEvent('message', { data: JSON.stringify(frame) })
      for (const listener of listeners) (listener as (event: MessageEvent) => void)(event)
    }
    socket.send = (data) => {
      if (data === 'ping') return send(data)
      const frame: Request = JSON.parse(String(data))
      if (frame.type === 'message:send') {
        if (sent.has(frame.cid)) return hear({ id: frame.id, status: 'error', code: 'forbidden', message: 'not again' })
        sent.add(frame.cid)
      }
      if (frame.type === 'channel:join') {
        if (known.has(frame.channel)) rejoins.add(frame.id)
        known.add(frame.channel)
        return send(JSON.stringify({ ...frame, since: undefined }))
      }
      send(data)
    }
    socket.addEventListener('message', ({ data }) => {
      for (const frame of readFrames(String(data))) hear(forget(frame, rejoins))
    })
    const { addEventListener, removeEventListener } = socket
    socket.addEventListener = (type: string, listener: unknown) => {
      if (type === 'message') listeners.add(listener)
      else addEventListener.call(socket, type, listener as () => void)
    }
    socket.removeEventListener = (type: string, listener: unknown) => {
      if (!listeners.delete(listener)) removeEventListener.call(socket, type, listener as () => void)
    }
    return socket
  }
}

function forget(frame: ServerFrame, rejoins: ReadonlySet<number>): ServerFrame {
  if ('id' in frame) return rejoins.has(frame.id) ? withoutMessages(frame) : frame
  return frame.event === 'pong' ? { event: 'pong', data: {} } : frame
}

function withoutMessages(answer: Answer): Answer {
  if (answer.status !== 'success' || !isJoinData(answer.data)) return answer
  return { ...answer, data: { ...answer.data, messages: [], more: false, recovered: true } }
}

function isJoinData(data: unknown): data is { messages: unknown[] } {
  return typeof data === 'object' && data !== null && 'messages' in data
}

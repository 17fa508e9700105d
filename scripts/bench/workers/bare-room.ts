import { DurableObject } from 'cloudflare:workers'

/**
 * The baseline for Kismet's realtime: both members' sockets on one hibernating object, which writes the row and sends it
 * to both. It has no hub, inbox, cursors or checks.
 */
export class BareRoom extends DurableObject {
  #seq: number

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS messages (seq INTEGER PRIMARY KEY, sender TEXT, cid TEXT, text TEXT, sent_at INTEGER, UNIQUE (sender, cid))',
    )
    this.#seq = ctx.storage.sql.exec<{ seq: number }>('SELECT COALESCE(MAX(seq), 0) AS seq FROM messages').one().seq
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  override fetch(request: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    server.serializeAttachment(new URL(request.url).searchParams.get('member'))
    return new Response(null, { status: 101, webSocket: client })
  }

  override webSocketMessage(socket: WebSocket, frame: string): void {
    const { cid, text }: { cid: string; text: string } = JSON.parse(frame)
    const from: string = socket.deserializeAttachment()
    const sentAt = Date.now()
    const seq = ++this.#seq
    this.ctx.storage.sql.exec(
      'INSERT INTO messages (seq, sender, cid, text, sent_at) VALUES (?, ?, ?, ?, ?)',
      seq,
      from,
      cid,
      text,
      sentAt,
    )
    const event = JSON.stringify({ seq, cid, from, text, sentAt })
    for (const each of this.ctx.getWebSockets()) each.send(event)
  }
}

export default {
  fetch(request, env) {
    return env.ROOM.getByName(new URL(request.url).searchParams.get('room') ?? '').fetch(request)
  },
} satisfies ExportedHandler<{ ROOM: DurableObjectNamespace<BareRoom> }>

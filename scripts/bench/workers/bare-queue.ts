import { DurableObject } from 'cloudflare:workers'

/**
 * The baseline for Kismet's matchmaker: one hibernating object per language with its members' sockets. It writes who waits, pairs
 * the first two, writes the pair and notifies both. It has no hubs, seats, encounters, rules or checks.
 */
export class BareQueue extends DurableObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS waiting (member TEXT PRIMARY KEY, since INTEGER)')
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS pairs (id TEXT PRIMARY KEY, one TEXT, other TEXT, at INTEGER)')
  }

  override fetch(request: Request): Response {
    const member = new URL(request.url).searchParams.get('member') ?? ''
    if (request.headers.get('upgrade') !== 'websocket') return this.#join(member, Date.now())
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [member])
    return new Response(null, { status: 101, webSocket: client })
  }

  #join(member: string, now: number): Response {
    const { sql } = this.ctx.storage
    const other = sql.exec<{ member: string }>('SELECT member FROM waiting WHERE member <> ? ORDER BY since LIMIT 1', member)
    const found = other.toArray()[0]
    if (found) this.#pair(found.member, member, now)
    else sql.exec('INSERT OR REPLACE INTO waiting (member, since) VALUES (?, ?)', member, now)
    return new Response()
  }

  #pair(one: string, other: string, now: number): void {
    const { sql } = this.ctx.storage
    const id = crypto.randomUUID()
    sql.exec('DELETE FROM waiting WHERE member = ?', one)
    sql.exec('INSERT INTO pairs (id, one, other, at) VALUES (?, ?, ?, ?)', id, one, other, now)
    const event = JSON.stringify({ event: 'anonymous', data: { state: 'paired', id } })
    for (const socket of [...this.ctx.getWebSockets(one), ...this.ctx.getWebSockets(other)]) socket.send(event)
  }
}

export default {
  fetch(request, env) {
    return env.QUEUE.getByName(new URL(request.url).searchParams.get('language') ?? '').fetch(request)
  },
} satisfies ExportedHandler<{ QUEUE: DurableObjectNamespace<BareQueue> }>

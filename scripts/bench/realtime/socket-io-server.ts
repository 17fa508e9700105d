import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Server } from 'socket.io'

/** The same chat on socket.io, in a separate process: rooms of two; each message is written to SQLite, then broadcast. */
const [, , stateDir = '.'] = process.argv
const db = new DatabaseSync(join(stateDir, 'socket-io.sqlite'))
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
db.exec(
  'CREATE TABLE messages (room TEXT, seq INTEGER, sender TEXT, cid TEXT, text TEXT, sent_at INTEGER, PRIMARY KEY (room, seq), UNIQUE (sender, cid))',
)
const insert = db.prepare('INSERT INTO messages (room, seq, sender, cid, text, sent_at) VALUES (?, ?, ?, ?, ?, ?)')
const seqs = new Map<string, number>()

const http = createServer()
const io = new Server(http, { transports: ['websocket'] })
io.on('connection', (socket) => {
  const { room = '', member = '' } = socket.handshake.query as Record<string, string>
  void socket.join(room)
  socket.on('say', ({ cid, text }: { cid: string; text: string }, acknowledge: (seq: number) => void) => {
    const seq = (seqs.get(room) ?? 0) + 1
    seqs.set(room, seq)
    const sentAt = Date.now()
    insert.run(room, seq, member, cid, text, sentAt)
    socket.to(room).emit('message', { seq, cid, from: member, text, sentAt })
    acknowledge(seq)
  })
})
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))

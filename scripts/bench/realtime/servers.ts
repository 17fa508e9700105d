import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { issueRealtimeToken } from '#features/auth/session/server/tokens/realtime-token.ts'
import { migrate } from '../../server/migrate.ts'
import { startEmptyApp } from '../app.ts'
import { WORKER_DIR } from '../app-build.ts'
import { buildWorker } from '../build-worker.ts'
import { startMiniflare } from '../miniflare.ts'
import type { Member } from './dialects.ts'
import { addMembers, addSessions, newId } from './people.ts'

/** A running chat; `members` come in pairs, each with its own conversation. */
export type ChatServer = AsyncDisposable & { pid: number; port: number; members: Member[] }

/** The production build with members who may talk to each other. */
export async function startKismet(workDir: string, pairs: number): Promise<ChatServer> {
  const app = await startEmptyApp(await mkdtemp(join(workDir, 'kismet-')), { entry: openingEntry() })
  await migrate(app.miniflare)
  const members: Member[] = []
  const ids = Array.from({ length: pairs * 2 }, newId)
  await addMembers(app.miniflare, ids)
  for (const [index, { member: id, sid, token }] of (await addSessions(app, ids)).entries()) {
    const channelToken = await issueRealtimeToken({ SESSION_SECRET: app.secret }, { sub: id, sid }, Date.now())
    members.push({ id, conversation: members[index - (index % 2)]?.conversation ?? newId(), token, channelToken })
  }
  const conversations = members.flatMap(({ id, conversation }, index) =>
    index % 2 === 0 ? [{ id: conversation, members: [id, members[index + 1]?.id] }] : [],
  )
  const opened = await fetch(`http://127.0.0.1:${app.port}/open`, { method: 'POST', body: JSON.stringify(conversations) })
  if (!opened.ok) throw new Error(`The conversations were not opened: ${opened.status}`)
  return Object.assign(app, { members })
}

/** The built worker with a URL that opens conversations; in the product only a match or request does. */
function openingEntry() {
  return {
    path: `${WORKER_DIR}/opening.js`,
    contents: `import app from './index.js';
export * from './index.js';
export default {
  ...app,
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== '/open') return app.fetch(request, env, context);
    for (const { id, members } of await request.json())
      await env.CONVERSATION.getByName(id).open({ kind: 'direct', members, at: Date.now() });
    return new Response();
  },
};
`,
  }
}

/** Objects with nothing but sockets and rows (workers/bare-room.ts). */
export async function startBareRooms(workDir: string, pairs: number): Promise<ChatServer> {
  const dir = await mkdtemp(join(workDir, 'bare-room-'))
  await buildWorker('bare-room', join(import.meta.dirname, '../workers/bare-room.ts'), dir)
  const server = await startMiniflare(
    {
      modules: true,
      script: await readFile(join(dir, 'bare-room.js'), 'utf8'),
      compatibilityDate: '2026-09-18',
      durableObjects: { ROOM: { className: 'BareRoom', useSQLite: true } },
    },
    { persistTo: join(dir, 'state') },
  )
  return Object.assign(server, { members: strangers(pairs) })
}

export async function startSocketIo(workDir: string, pairs: number): Promise<ChatServer> {
  const dir = await mkdtemp(join(workDir, 'socket-io-'))
  const child = fork(join(import.meta.dirname, 'socket-io-server.ts'), [dir])
  const [port] = (await once(child, 'message')) as [number]
  return {
    pid: child.pid ?? 0,
    port,
    members: strangers(pairs),
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

function strangers(pairs: number): Member[] {
  return Array.from({ length: pairs }, newId).flatMap((conversation) =>
    [newId(), newId()].map((id) => ({ id, conversation, token: '', channelToken: '' })),
  )
}

import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { issueRealtimeToken } from '#features/auth/session/server/tokens/realtime-token.ts'
import { locales } from '#shared/i18n/locales.ts'
import { migrate } from '../../server/migrate.ts'
import { startEmptyApp } from '../app.ts'
import { WORKER_DIR } from '../app-build.ts'
import { buildWorker } from '../build-worker.ts'
import { startMiniflare } from '../miniflare.ts'
import { addMembers, addSessions, newId } from '../realtime/people.ts'

/** A person who will wait. `greeting`: the frame that opens their own channel; '' if there is none. */
export type Waiter = { id: string; path: string; headers: Record<string, string>; greeting: string; joinPath: string }

/**
 * A server that pairs `waiters`. `settled` waits until everything that a pairing needs is done. `free` ends their encounters, so
 * that they can wait again.
 */
export type PairingServer = AsyncDisposable & {
  pid: number
  port: number
  waiters: Waiter[]
  settled(): Promise<void>
  free(): Promise<void>
}

const settledWithinMs = 30_000
const lookMs = 250

/** An even number of people in every language, so that no one is left over. */
const languageOf = (index: number) => locales[Math.floor(index / 2) % locales.length]?.code ?? 'en'

/** The production build with connected members. A join is a call to the member's hub, as the action makes it. */
export async function startKismet(workDir: string, people: number): Promise<PairingServer> {
  const app = await startEmptyApp(await mkdtemp(join(workDir, 'kismet-')), { entry: joiningEntry() })
  await migrate(app.miniflare)
  const ids = Array.from({ length: people }, newId)
  await addMembers(app.miniflare, ids)
  const waiters: Waiter[] = []
  for (const [index, { member: id, sid, token }] of (await addSessions(app, ids)).entries()) {
    const channelToken = await issueRealtimeToken({ SESSION_SECRET: app.secret }, { sub: id, sid }, Date.now())
    const frame = { id: 1, type: 'channel:join', channel: `private-member.${id}`, auth: { token: channelToken } }
    waiters.push({
      id,
      path: '/realtime',
      headers: { Authorization: `Bearer ${token}`, Origin: `http://127.0.0.1:${app.port}` },
      greeting: JSON.stringify(frame),
      joinPath: `/join?language=${languageOf(index)}&member=${id}`,
    })
  }
  const ask = async (path: string, input: readonly string[]): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${app.port}${path}`, { method: 'POST', body: JSON.stringify(input) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.text()
  }
  const free = async () => {
    await ask('/free', ids)
  }
  /** Their encounters have opened. */
  const settled = async () => {
    const endsAt = Date.now() + settledWithinMs
    while (Number(await ask('/unopened', [])) > 0) {
      if (Date.now() > endsAt) throw new Error('Encounters of a burst have not opened')
      await sleep(lookMs)
    }
  }
  return Object.assign(app, { waiters, settled, free })
}

/** The built worker with URLs that join and end waits for any member, without the action's own checks. */
function joiningEntry() {
  return {
    path: `${WORKER_DIR}/joining.js`,
    contents: `import app, * as built from './index.js';
export * from './index.js';
/** Past partners are forgotten between bursts: otherwise the last two of one could have met before. */
export class MemberHub extends built.MemberHub {
  forgetPast() { this.ctx.storage.sql.exec('DELETE FROM past_partners'); }
}
export class Matchmaker extends built.Matchmaker {
  countUnopened() { return this.ctx.storage.sql.exec("SELECT COUNT(*) AS count FROM pairings WHERE state != 'opened'").one().count; }
}
const hub = (env, id) => env.MEMBER_HUB.getByName(id);
export default {
  ...app,
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/join') {
      const choice = { languages: [searchParams.get('language')], otherwise: 'en' };
      const { ok } = await hub(env, searchParams.get('member')).startWait({ kind: 'anonymous', choice, topics: [], slot: null, profile: null });
      return new Response(null, { status: ok ? 200 : 409 });
    }
    if (pathname === '/unopened') return new Response(await env.MATCHMAKER.getByName('anonymous:0').countUnopened());
    if (pathname === '/free') {
      await Promise.all((await request.json()).map(async (id) => { await hub(env, id).stopEncounters(); await hub(env, id).forgetPast(); }));
      return new Response();
    }
    return app.fetch(request, env, context);
  },
};
`,
  }
}

/** One object per language with nothing but sockets and rows (workers/bare-queue.ts). */
export async function startBareQueues(workDir: string, people: number): Promise<PairingServer> {
  const dir = await mkdtemp(join(workDir, 'bare-queue-'))
  await buildWorker('bare-queue', join(import.meta.dirname, '../workers/bare-queue.ts'), dir)
  const server = await startMiniflare(
    {
      modules: true,
      script: await readFile(join(dir, 'bare-queue.js'), 'utf8'),
      compatibilityDate: '2026-09-18',
      durableObjects: { QUEUE: { className: 'BareQueue', useSQLite: true } },
    },
    { persistTo: join(dir, 'state') },
  )
  const waiters = Array.from({ length: people }, (_, index) => {
    const id = newId()
    const path = `/?language=${languageOf(index)}&member=${id}`
    return { id, path, headers: {}, greeting: '', joinPath: path }
  })
  return Object.assign(server, { waiters, settled: async () => {}, free: async () => {} })
}

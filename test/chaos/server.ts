import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import type { WireMessage } from '#shared/wire.ts'
import { issueAccessToken } from '#features/session/server/access-token.ts'
import { WORKER_DIR } from '../../scripts/bench/app-build.ts'
import { startEmptyApp } from '../../scripts/bench/app.ts'
import { migrate } from '../../scripts/server/migrate.ts'
import type { ChaosCall } from './call.ts'

/** A session of a member, as its bearer knows it. */
export type Session = { member: string; sid: string; token: string }

export type ChaosServer = AsyncDisposable & {
  port: number
  /** What the worker logged: warnings and errors are expected when objects die. */
  log: string[]
  addMembers(ids: readonly string[]): Promise<void>
  addSession(member: string): Promise<Session>
  open(conversation: string, members: [string, string]): Promise<void>
  crash(kind: 'hub' | 'conversation', id: string): Promise<void>
  history(conversation: string, member: string): Promise<WireMessage[]>
  /** Ends the session as its owner would, from an undisturbed connection. */
  signOut(session: Session): Promise<void>
}

export const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)

/** The built worker with objects that can be killed, on a free port of loopback; its state goes when it ends. */
export async function startChaosServer(): Promise<ChaosServer> {
  const stateDir = await mkdtemp(join(tmpdir(), 'kismet-chaos-'))
  const log: string[] = []
  const app = await startEmptyApp(stateDir, { entry: await chaosEntry(), onLog: (line) => void log.push(line) })
  await migrate(app.miniflare)
  const db = (await app.miniflare.getD1Database('DB')) as unknown as D1Database
  const base = `http://127.0.0.1:${app.port}`

  const call = async <Answer>(body: ChaosCall): Promise<Answer> => {
    const response = await fetch(`${base}/chaos`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${body.call} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return (await response.json()) as Answer
  }
  return {
    port: app.port,
    log,
    async addMembers(ids) {
      const now = Date.now()
      const insert = db.prepare(
        `INSERT INTO members (id, email, password_hash, state, first_name, birth_date, gender, locale, time_zone, created_at, updated_at)
         VALUES (?, ?, '', 'complete', 'Chaos', '1990-01-01', 'woman', 'en', 'UTC', ?, ?)`,
      )
      await db.batch(ids.map((id) => insert.bind(id, `${id}@chaos.test`, now, now)))
    },
    async addSession(member) {
      const now = Date.now()
      const sid = newId()
      await db
        .prepare(
          "INSERT INTO sessions (id, subject_kind, subject_id, created_at, seen_at, expires_at) VALUES (?, 'member', ?, ?, ?, ?)",
        )
        .bind(sid, member, now, now, now + 3_600_000)
        .run()
      const token = await issueAccessToken({ SESSION_SECRET: app.secret }, { sub: member, sid, kind: 'member' }, now)
      return { member, sid, token }
    },
    open: (conversation, members) => call({ call: 'open', conversation, members }),
    crash: (kind, id) => call({ call: 'crash', kind, id }),
    history: (conversation, member) => call({ call: 'history', conversation, member }),
    async signOut({ token }) {
      const response = await fetch(`${base}/api/auth/sign-out`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          Origin: base,
          Accept: 'application/json',
          'Content-Type': 'application/json',
        },
        body: '{}',
      })
      if (!response.ok) throw new Error(`Signing out answered ${response.status}`)
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}

/** The entry without its types, importing the build instead of the sources. */
async function chaosEntry(): Promise<{ path: string; contents: string }> {
  const source = await readFile(join(import.meta.dirname, 'worker/entry.ts'), 'utf8')
  const contents = stripTypeScriptTypes(source).replaceAll("'#worker/index.ts'", "'./index.js'")
  return { path: join(WORKER_DIR, 'chaos.js'), contents }
}

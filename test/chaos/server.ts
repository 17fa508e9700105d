import { readFile, rm } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { TextCipherConfig } from '#shared/text-cipher.ts'
import type { WireMessage } from '#shared/wire.ts'
import { WORKER_DIR } from '../../scripts/bench/app-build.ts'
import { startEmptyApp } from '../../scripts/bench/app.ts'
import { makeMemoryDir } from '../../scripts/bench/memory-dir.ts'
import { addMembers, addSessions, type Session } from '../../scripts/bench/realtime/people.ts'
import { migrate } from '../../scripts/server/migrate.ts'
import type { ChaosCall } from './call.ts'

export type ChaosServer = AsyncDisposable & {
  port: number
  /** Of the polling transport. */
  cipher: TextCipherConfig
  /** What the worker logged: warnings and errors are expected when objects die. */
  log: string[]
  addMembers(ids: readonly string[]): Promise<void>
  addSessions(members: readonly string[]): Promise<Session[]>
  open(conversation: string, members: [string, string]): Promise<void>
  crash(kind: 'hub' | 'conversation', id: string): Promise<void>
  history(conversation: string, member: string): Promise<WireMessage[]>
  /** Ends the session as its owner would, from an undisturbed connection. */
  signOut(session: Session): Promise<void>
}

/** The built worker with objects that can be killed, on a free port of loopback; its state goes when it ends. */
export async function startChaosServer(): Promise<ChaosServer> {
  const stateDir = await makeMemoryDir('kismet-chaos-')
  const log: string[] = []
  const app = await startEmptyApp(stateDir, { entry: await chaosEntry(), onLog: (line) => void log.push(line) })
  await migrate(app.miniflare)
  const base = `http://127.0.0.1:${app.port}`

  const call = async <Answer>(body: ChaosCall): Promise<Answer> => {
    const response = await fetch(`${base}/chaos`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${body.call} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return (await response.json()) as Answer
  }
  return {
    port: app.port,
    cipher: { textKey: app.vars['TEXT_KEY'] ?? '', saltLength: Number(app.vars['SALT_LENGTH']) },
    log,
    addMembers: (ids) => addMembers(app.miniflare, ids),
    addSessions: (members) => addSessions(app, members),
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

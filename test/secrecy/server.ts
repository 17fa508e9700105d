import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import type { Seat } from '#features/encounters/contract.ts'
import type { TextCipherConfig } from '#shared/realtime/text-cipher.ts'
import { startEmptyApp } from '../../scripts/bench/app.ts'
import { makeMemoryDir } from '../../scripts/bench/memory-dir.ts'
import { addSessions, type Session } from '../../scripts/bench/realtime/people.ts'
import { migrate } from '../../scripts/server/migrate.ts'
import { sendAgain } from '../support/send-again.ts'
import { entryBefore } from '../support/worker-entry.ts'
import type { SecrecyCall, Value } from './call.ts'

type Row = Record<string, Value>

export type SecrecyServer = AsyncDisposable & {
  /** `http://127.0.0.1:…` */
  origin: string
  /** Of the polling transport. */
  cipher: TextCipherConfig
  /** Signs the app's tokens and keys its hashes. */
  secret: string
  /** Runs SQL in the database. */
  query(sql: string, ...bindings: Value[]): Promise<Row[]>
  signIn(member: string): Promise<Session>
  /** Runs SQL in the storage of an object. */
  inObject(kind: 'hub' | 'encounter' | 'matchmaker', id: string, sql: string, ...bindings: Value[]): Promise<Row[]>
  seat(member: string): Promise<Seat>
  call(call: SecrecyCall): Promise<unknown>
}

/** The built worker on a free port of loopback; its state goes when it ends. */
export async function startSecrecyServer(): Promise<SecrecyServer> {
  const stateDir = await makeMemoryDir('kismet-secrecy-')
  const entry = await entryBefore(join(import.meta.dirname, 'worker/entry.ts'), 'secrecy')
  // As in production: how long a page took is no part of what is recorded.
  const app = await startEmptyApp(stateDir, { entry, onLog: () => {}, vars: { SERVER_TIMING: 'off' } })
  await migrate(app.miniflare)
  const origin = `http://127.0.0.1:${app.port}`
  const database = (await app.miniflare.getD1Database('DB')) as unknown as D1Database

  const call = async <Answer>(body: SecrecyCall): Promise<Answer> => {
    const response = await sendAgain(() => fetch(`${origin}/secrecy`, { method: 'POST', body: JSON.stringify(body) }))
    if (!response.ok) throw new Error(`${body.call} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return (await response.json()) as Answer
  }
  return {
    origin,
    cipher: { textKey: app.vars['TEXT_KEY'] ?? '', saltLength: Number(app.vars['SALT_LENGTH']) },
    secret: app.secret,
    query: async (sql, ...bindings) =>
      (
        await sendAgain(() =>
          database
            .prepare(sql)
            .bind(...bindings)
            .all<Row>(),
        )
      ).results,
    async signIn(member) {
      const [session] = await sendAgain(() => addSessions(app, [member]))
      if (!session) throw new Error('No session')
      return session
    },
    inObject: (kind, id, query, ...bindings) => call<Row[]>({ call: 'sql', kind, id, query, bindings }),
    seat: (member) => call<Seat>({ call: 'seat', member }),
    call,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}

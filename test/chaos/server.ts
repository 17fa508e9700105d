import { sessionActions } from '#features/auth/contract.ts'
import { chatActions, type FoundPage, type SearchCursor } from '#features/chat/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextCipherConfig } from '#shared/realtime/text-cipher.ts'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { contentStatements } from '#seed/content.ts'
import { startEmptyApp } from '../../scripts/bench/app.ts'
import { makeMemoryDir } from '../../scripts/bench/memory-dir.ts'
import {
  addConsents,
  addMatch,
  addMembers,
  addProfiles,
  addSessions,
  issueTokens,
  type Session,
} from '../../scripts/bench/realtime/people.ts'
import { migrate } from '../../scripts/server/migrate.ts'
import { entryBefore } from '../support/worker-entry.ts'
import type { ChaosCall, ObjectKind } from './call.ts'
import type { AskChaos } from './encounters/look.ts'
import { fetchAgain } from './fetch-again.ts'
import { searchedWords, type Books } from './judge-books.ts'
import type { Answered } from './press.ts'
import { parseSearchCursor } from '#features/chat/server/public.ts'

export type ChaosServer = AsyncDisposable & {
  port: number
  /** Of the workerd process. */
  pid: number
  /** Of the polling transport. */
  cipher: TextCipherConfig
  /** What the worker logged: warnings and errors are expected when objects die. */
  log: string[]
  addMembers(ids: readonly string[]): Promise<void>
  addSessions(members: readonly string[]): Promise<Session[]>
  /** Gives every session that was added another access token: one lasts ten minutes. */
  renewSessions(): Promise<void>
  /** Products and prices, without which nothing can be bought. */
  addContent(): Promise<void>
  /** Matches two members and opens their conversation. */
  open(conversation: string, members: readonly [string, string]): Promise<void>
  crash(kind: ObjectKind, id: string): Promise<void>
  ask: AskChaos
  /** Rows of the database. */
  query<Row>(sql: string): Promise<Row[]>
  /** The payload of a page as this session has it, over an undisturbed line; null where there is no such page. */
  page(session: Session, path: string, query?: string): Promise<Answered | null>
  /** Does an action as this session; its status. */
  act(session: Session, path: string, body: unknown): Promise<number>
  /** As `act`, with what was answered. Without a body it reads. */
  call(session: Session, path: string, body?: unknown): Promise<Answered>
  /** False where the two cannot meet any more. */
  block(session: Session, other: string): Promise<boolean>
  /** Null for a conversation that has ended. */
  history(conversation: string, member: string): Promise<WireMessage[] | null>
  /** What the member's object says once it has everything. */
  books(member: string): Promise<Books>
  /** Ends the session as its owner would, from an undisturbed connection. */
  signOut(session: Session): Promise<void>
  /** Ends a conversation as one of its members would, from an undisturbed connection; throws where that is not answered. */
  end(session: Session, by: 'unmatch' | 'block', conversation: string, other: string): Promise<void>
}

/** Talks of dates take 2 s here. */
const dateTalkFactor = 150

/** The built worker with objects that can be killed, on a free port of loopback; its state goes when it ends. */
export async function startChaosServer(): Promise<ChaosServer> {
  const stateDir = await makeMemoryDir('kismet-chaos-')
  const log: string[] = []
  const sessions: Session[] = []
  const entry = await entryBefore(join(import.meta.dirname, 'worker/entry.ts'), 'chaos')
  const vars = { DATE_TALK_FACTOR: String(dateTalkFactor) }
  const app = await startEmptyApp(stateDir, { entry, onLog: (line) => void log.push(line), vars })
  await migrate(app.miniflare)
  const base = `http://127.0.0.1:${app.port}`

  const call = async <Answer>(body: ChaosCall): Promise<Answer> => {
    const response = await fetchAgain(`${base}/chaos`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${body.call} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return (await response.json()) as Answer
  }
  const headersOf = ({ token }: Session) => ({ Authorization: `Bearer ${token}`, Origin: base, Accept: 'application/json' })
  const statusOf = async (session: Session, path: string, body: unknown): Promise<number> => {
    const headers = { ...headersOf(session), 'Content-Type': 'application/json' }
    const response = await fetchAgain(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await response.arrayBuffer()
    return response.status
  }
  const post = async (session: Session, path: string, body: unknown): Promise<void> => {
    const status = await statusOf(session, path, body)
    if (status >= 300) throw new Error(`${path} answered ${status}`)
  }
  return {
    port: app.port,
    pid: app.pid,
    cipher: { textKey: app.vars['TEXT_KEY'] ?? '', saltLength: Number(app.vars['SALT_LENGTH']) },
    log,
    async addMembers(ids) {
      await addMembers(app.miniflare, ids)
      await addProfiles(app.miniflare, ids)
      await addConsents(app.miniflare, ids)
    },
    async addSessions(members) {
      const added = await addSessions(app, members)
      sessions.push(...added)
      return added
    },
    async renewSessions() {
      const tokens = await issueTokens(app, sessions)
      for (const [index, session] of sessions.entries()) session.token = tokens[index] ?? session.token
    },
    async addContent() {
      const db = await app.miniflare.getD1Database('DB')
      await db.batch(contentStatements().map(({ sql, params }) => db.prepare(sql).bind(...params)))
    },
    async open(conversation, members) {
      await addMatch(app.miniflare, conversation, members)
      await call({ call: 'open', conversation, members: [...members] })
    },
    crash: (kind, id) => call({ call: 'crash', kind, id }),
    ask: call,
    async query<Row>(sql: string) {
      const db = await app.miniflare.getD1Database('DB')
      return (await db.prepare(sql).all<Row>()).results
    },
    async page(session, path, query = '') {
      const response = await fetchAgain(`${base}${path}/_payload.json${query}`, { headers: headersOf(session) })
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return { status: response.status, body: await response.json() }
    },
    act: statusOf,
    async call(session, path, body) {
      const headers = { ...headersOf(session), 'Content-Type': 'application/json' }
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetchAgain(base + path, { ...init, headers })
      const text = await response.text()
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : null }
    },
    async block(session, other) {
      const status = await statusOf(session, blockActions.block.path, { id: other })
      if (status !== 200 && status !== 404) throw new Error(`A block answered ${status}`)
      return status === 200
    },
    history: (conversation, member) => call({ call: 'history', conversation, member }),
    async books(member) {
      const summary = await call<Omit<Books, 'member' | 'found'>>({ call: 'summary', member })
      const found: Books['found'][number][] = []
      for (const word of searchedWords) {
        let after: SearchCursor | null = null
        do {
          const page: FoundPage = await call<FoundPage>({ call: 'search', member, text: word, after })
          found.push(...page.hits.map(({ conversation, seq }) => ({ word, conversation, seq })))
          after = parseSearchCursor(page.next)
        } while (after)
      }
      return { ...summary, member, found }
    },
    signOut: (session) => post(session, sessionActions.signOut.path, {}),
    end: (session, by, conversation, other) =>
      by === 'unmatch'
        ? post(session, chatActions.unmatch.path, { conversation })
        : post(session, blockActions.block.path, { id: other }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}

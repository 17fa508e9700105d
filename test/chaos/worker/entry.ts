import app, {
  Area as Place,
  Conversation as Log,
  Encounter as Meeting,
  Matchmaker as Queue,
  MemberHub as Hub,
} from '#worker/index.ts'
import type { EncounterNews } from '#features/encounters/contract.ts'
import type { Env } from '#server/env.ts'
import type { ChaosCall } from '../call.ts'

/**
 * Stands in front of the built worker in chaos runs: objects that can be killed and looked into, and a way to reach them. Its
 * import is pointed at the build (test/chaos/server.ts), so that everything else is what production runs.
 */
export * from '#worker/index.ts'

type Row = Record<string, SqlStorageValue>

export class MemberHub extends Hub {
  crash(): void {
    this.ctx.abort('chaos')
  }

  /** Keeps which encounters the member was shown: written in one turn with the seat itself. */
  override encounterNews(news: EncounterNews): boolean {
    const isTheirs = super.encounterNews(news)
    const { sql } = this.ctx.storage
    sql.exec('CREATE TABLE IF NOT EXISTS chaos_shown (encounter TEXT PRIMARY KEY)')
    const isShown =
      isTheirs && sql.exec("SELECT 1 FROM seat WHERE state = 'paired' AND encounter = ?", news.id).toArray().length > 0
    if (isShown) sql.exec('INSERT OR IGNORE INTO chaos_shown VALUES (?)', news.id)
    return isTheirs
  }

  rows(): { seat: Row[]; shown: Row[] } {
    const { sql } = this.ctx.storage
    sql.exec('CREATE TABLE IF NOT EXISTS chaos_shown (encounter TEXT PRIMARY KEY)')
    return { seat: sql.exec('SELECT * FROM seat').toArray(), shown: sql.exec('SELECT * FROM chaos_shown').toArray() }
  }
}

export class Conversation extends Log {
  crash(): void {
    this.ctx.abort('chaos')
  }
}

export class Encounter extends Meeting {
  crash(): void {
    this.ctx.abort('chaos')
  }

  /** Null when it never opened. */
  rows(): Record<'encounter' | 'participants' | 'messages' | 'dropped', Row[]> | null {
    const { sql } = this.ctx.storage
    if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'participants'").toArray().length === 0) return null
    const all = (query: string) => sql.exec(query).toArray()
    return {
      encounter: all('SELECT * FROM encounter'),
      participants: all('SELECT * FROM participants ORDER BY which'),
      messages: all('SELECT seq, sender, cid, text, sent_at FROM messages ORDER BY seq'),
      dropped: all('SELECT seq, sender, cid FROM dropped ORDER BY seq'),
    }
  }
}

export class Matchmaker extends Queue {
  crash(): void {
    this.ctx.abort('chaos')
  }

  rows(): Record<'waiting' | 'pairings', Row[]> {
    const { sql } = this.ctx.storage
    return {
      waiting: sql.exec('SELECT * FROM waiting').toArray(),
      pairings: sql.exec('SELECT id, state, one, other FROM pairings').toArray(),
    }
  }
}

export class Area extends Place {
  crash(): void {
    this.ctx.abort('chaos')
  }
}

type ChaosEnv = Omit<Env, 'MEMBER_HUB' | 'CONVERSATION' | 'ENCOUNTER' | 'MATCHMAKER' | 'AREA'> & {
  MEMBER_HUB: DurableObjectNamespace<MemberHub>
  CONVERSATION: DurableObjectNamespace<Conversation>
  ENCOUNTER: DurableObjectNamespace<Encounter>
  MATCHMAKER: DurableObjectNamespace<Matchmaker>
  AREA: DurableObjectNamespace<Area>
}

export default {
  ...app,
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== '/chaos') return app.fetch(request, env, context)
    return Response.json(await answer(await request.json<ChaosCall>(), env))
  },
} satisfies ExportedHandler<ChaosEnv>

async function answer(call: ChaosCall, env: ChaosEnv): Promise<unknown> {
  switch (call.call) {
    case 'open':
      return env.CONVERSATION.getByName(call.conversation).open({ kind: 'direct', members: call.members, at: Date.now() })
    case 'crash':
      // The call dies with the object.
      await objectOf(call, env)
        .crash()
        .catch(() => {})
      return {}
    case 'history':
      return readHistory(env.CONVERSATION.getByName(call.conversation), call.member)
    case 'summary': {
      const hub = env.MEMBER_HUB.getByName(call.member)
      const [{ unread, conversations }, rows] = await Promise.all([hub.freshSummary(), hub.inbox(inboxRows)])
      return { unread, conversations, inbox: rows.map(({ conversation }) => conversation) }
    }
    case 'search':
      return env.MEMBER_HUB.getByName(call.member).search(call.text, call.after)
    case 'encounter':
      return env.ENCOUNTER.getByName(call.id).rows()
    case 'queue':
      return env.MATCHMAKER.getByName(call.name).rows()
    case 'seat':
      return env.MEMBER_HUB.getByName(call.member).rows()
    default:
      return call satisfies never
  }
}

function objectOf({ kind, id }: Extract<ChaosCall, { call: 'crash' }>, env: ChaosEnv): { crash(): Promise<void> } {
  switch (kind) {
    case 'hub':
      return env.MEMBER_HUB.getByName(id)
    case 'conversation':
      return env.CONVERSATION.getByName(id)
    case 'encounter':
      return env.ENCOUNTER.getByName(id)
    case 'matchmaker':
      return env.MATCHMAKER.getByName(id)
    case 'area':
      return env.AREA.getByName(id)
    default:
      return kind satisfies never
  }
}

/** More than any member of a run has. */
const inboxRows = 1_000

/** The whole log, oldest first, as the product's own reading gives it page by page. */
async function readHistory(conversation: DurableObjectStub<Conversation>, member: string) {
  const messages = []
  for (let before: number | undefined; ;) {
    const page = await conversation.history(member, { limit: 300, ...(before === undefined ? {} : { before }) })
    if (!page) return null
    messages.unshift(...page.messages)
    before = page.messages[0]?.seq
    if (!page.more || before === undefined) return messages
  }
}

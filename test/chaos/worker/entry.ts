import app, { Conversation as Log, MemberHub as Hub } from '#worker/index.ts'
import type { Env } from '#server/env.ts'
import type { ChaosCall } from '../call.ts'

/**
 * Stands in front of the built worker in chaos runs: objects that can be killed, and a way to reach them. Its import is
 * pointed at the build (test/chaos/server.ts), so that everything else is what production runs.
 */
export * from '#worker/index.ts'

export class MemberHub extends Hub {
  crash(): void {
    this.ctx.abort('chaos')
  }
}

export class Conversation extends Log {
  crash(): void {
    this.ctx.abort('chaos')
  }
}

type ChaosEnv = Omit<Env, 'MEMBER_HUB' | 'CONVERSATION'> & {
  MEMBER_HUB: DurableObjectNamespace<MemberHub>
  CONVERSATION: DurableObjectNamespace<Conversation>
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
    case 'crash': {
      const object = call.kind === 'hub' ? env.MEMBER_HUB.getByName(call.id) : env.CONVERSATION.getByName(call.id)
      // The call dies with the object.
      await object.crash().catch(() => {})
      return {}
    }
    case 'history':
      return readHistory(env.CONVERSATION.getByName(call.conversation), call.member)
    case 'summary': {
      const hub = env.MEMBER_HUB.getByName(call.member)
      const [{ unread, conversations }, rows] = await Promise.all([hub.freshSummary(), hub.inbox(inboxRows)])
      return { unread, conversations, inbox: rows.map(({ conversation }) => conversation) }
    }
    case 'search':
      return env.MEMBER_HUB.getByName(call.member).search(call.text, call.after)
    default:
      return call satisfies never
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

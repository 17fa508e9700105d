import type { SeedMessage } from '#features/chat/contract.ts'
import type { SeedConversation } from '#features/chat/server/public.ts'
import { annaAndBen, dialogues, type Line } from './dialogues.ts'
import type { DemoMember } from './member.ts'
import { demoLogins } from './named.ts'
import { createRandom, demoId } from './random.ts'
import type { DemoMatch } from './relations.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The same on every machine, unlike the ids of later pairs, which depend on the deployment's secret. */
export function demoConversationId(oneId: string, otherId: string): string {
  return demoId(`conversation ${[oneId, otherId].toSorted().join(' ')}`)
}

/**
 * A conversation for every match: with messages for the logins, empty for the others. Anna and Ben's ends six minutes
 * ago, all others hours earlier, so that theirs is the newest in both inboxes.
 */
export function demoConversations(matches: readonly DemoMatch[], now: number): SeedConversation[] {
  const written = new Map<string, number>()
  return matches.map(({ members, agoMs }, index) => {
    const [one, other] = members
    const id = demoConversationId(one.id, other.id)
    const login = [one, other].find((member) => demoLogins.includes(member))
    const isFirst = index === 0
    const lines = isFirst ? annaAndBen : login ? nextDialogue(login, written) : []
    const lastAt = now - (isFirst ? 6 * minuteMs : (5 + index * 7) * hourMs)
    const me = isFirst || one === login ? one : other
    const messages = datedMessages(lines, me, me === one ? other : one, lastAt)
    const openedAt = Math.min(now - agoMs, (messages[0]?.sentAt ?? lastAt) - hourMs)
    return { id, members: [one.id, other.id], openedAt, messages, readUpTo: readUpTo(messages) }
  })
}

/** The matches of each login get the dialogues of its language in turn; a login without dialogues has empty matches. */
function nextDialogue(login: DemoMember, written: Map<string, number>): readonly Line[] {
  const own = login.email === 'operator@demo.test' ? [] : (dialogues[login.locale] ?? [])
  const index = written.get(login.id) ?? 0
  written.set(login.id, index + 1)
  return own[index] ?? []
}

/** The time of the last message is fixed; earlier ones are minutes apart, sometimes an evening. */
function datedMessages(lines: readonly Line[], me: DemoMember, you: DemoMember, lastAt: number): SeedMessage[] {
  const random = createRandom(`messages ${me.id} ${you.id}`)
  let sentAt = lastAt
  return lines
    .map(([who, text], index) => ({
      from: (who === 'me' ? me : you).id,
      cid: `demo-${String(index + 1).padStart(4, '0')}`,
      text,
    }))
    .reverse()
    .map((message, index) => {
      if (index > 0) sentAt -= index % 6 === 5 ? random.int(9, 20) * hourMs : random.int(1, 9) * minuteMs
      return { ...message, sentAt }
    })
    .reverse()
}

/**
 * Both have read everything before their own last message. The sender of the last message has read all; the other one has unread
 * messages.
 */
function readUpTo(messages: readonly SeedMessage[]): Record<string, number> {
  const read: Record<string, number> = {}
  for (const [index, { from }] of messages.entries()) read[from] = index + 1
  return read
}

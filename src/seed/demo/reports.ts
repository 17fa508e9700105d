import type { blocks, reportEvidence, reports } from '#db/schema.ts'
import type { MessagesEvidence, ProfileEvidence } from '#features/reports/contract.ts'
import { suit, type DemoMember } from './member.ts'
import { demoId } from './random.ts'
import type { DemoRelations } from './relations.ts'

const hourMs = 60 * 60_000

type DemoSafety = {
  blocks: (typeof blocks.$inferInsert)[]
  reports: (typeof reports.$inferInsert)[]
  evidence: (typeof reportEvidence.$inferInsert)[]
}

/**
 * Two open reports among members without a login, and one block of Anna's. The people have no other ties, because a
 * report blocks too.
 */
export function demoSafety(members: readonly DemoMember[], relations: DemoRelations, now: number): DemoSafety {
  const anna = members[0]
  const related = new Set([
    ...relations.likes.flatMap(({ from, to }) => [from.id, to.id]),
    ...relations.visits.flatMap(({ visitor, visited }) => [visitor.id, visited.id]),
  ])
  const free = members.filter(({ id, state, role }) => state === 'complete' && role === 'member' && !related.has(id))
  const stranger = free.find((member) => anna && !suit(anna, member))
  const crowd = free.filter((member) => member !== stranger)
  const half = Math.floor(crowd.length / 2)
  const [first, second, third, fourth] = [crowd[0], crowd[half], crowd[1], crowd[half + 1]]
  if (!anna || !stranger || !first || !second || !third || !fourth) throw new Error('The crowd is too small for reports')

  const scam = reportOf(first, second, { category: 'spam', source: 'conversation', at: now - 30 * hourMs })
  const danger = reportOf(third, fourth, { category: 'danger', source: 'profile', at: now - 3 * hourMs })
  const texts: [DemoMember, string][] = [
    [second, 'You look like someone I can trust.'],
    [first, 'Hello! What makes you say so?'],
    [second, 'My account is frozen until Friday. Could you send 200 by gift card? I pay back double.'],
    [first, 'No.'],
    [second, 'Then you are just like the others. <b>Think again.</b>'],
  ]
  const messages: MessagesEvidence = {
    conversation: demoId(`conversation ${scam.id}`),
    left: 0,
    messages: texts.map(([from, text], index) => ({
      seq: index + 1,
      from: from.id,
      text,
      sentAt: scam.createdAt - (texts.length - index) * 60_000,
    })),
  }
  return {
    blocks: [
      blockRow(anna, stranger, now - 52 * hourMs),
      blockRow(first, second, scam.createdAt),
      blockRow(third, fourth, danger.createdAt),
    ],
    reports: [
      { ...scam, text: 'Asked me for money on the second day.', conversationId: messages.conversation },
      { ...danger, text: 'Says he has found out where I work and will wait for me there.', conversationId: null },
    ],
    evidence: [
      { reportId: scam.id, kind: 'profile', data: profileOf(second), takenAt: scam.createdAt },
      { reportId: scam.id, kind: 'messages', data: messages, takenAt: scam.createdAt },
      { reportId: danger.id, kind: 'profile', data: profileOf(fourth), takenAt: danger.createdAt },
    ],
  }
}

type About = { category: string; source: 'profile' | 'conversation'; at: number }

function reportOf(reporter: DemoMember, reported: DemoMember, { category, source, at }: About) {
  return {
    id: demoId(`report ${reporter.id} ${reported.id}`),
    reporterId: reporter.id,
    reportedId: reported.id,
    category,
    source,
    state: 'open' as const,
    createdAt: at,
  }
}

/** They never talked, so no conversation has to end. */
const blockRow = (blocker: DemoMember, blocked: DemoMember, at: number): typeof blocks.$inferInsert => ({
  blockerId: blocker.id,
  blockedId: blocked.id,
  createdAt: at,
  endedAt: at,
})

const profileOf = ({ firstName, age, gender, avatar, about, interests, languages, intent }: DemoMember): ProfileEvidence => ({
  firstName,
  age,
  gender,
  relation: 'stranger',
  portrait: avatar,
  photos: [],
  answers: { about, intent, interests: [...interests], languages: [...languages] },
})

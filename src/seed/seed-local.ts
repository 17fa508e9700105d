import type { PostText, SeedReport } from './contract.ts'
import { contentStatements } from '#seed/content.ts'
import { postStatements } from '#seed/posts.ts'
import { demoLogins } from '#seed/demo/named.ts'
import { demoSeed, type DemoSeed } from '#seed/demo/demo.ts'
import { demoOperatorSecret } from '#seed/demo/operator-secret.ts'
import { demoId } from '#seed/demo/random.ts'
import type { SeedStatement } from '#seed/statement.ts'
import { seedConversation } from '#features/chat/server/public.ts'
import { consentDocuments } from '#features/legal/contract.ts'
import { describeConsent, operatorOf } from '#features/legal/server/public.ts'
import { sealSecret } from '#features/ops/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { hashPassword } from '#server/crypto/password-hash.ts'
import { locales } from '#shared/i18n/locales.ts'
import { keysOf } from '#shared/records.ts'
import type { Env } from '#server/env.ts'

export const demoPassword = 'kismet-demo-1'

/**
 * Always seeds content and posts, and the demo once: if its first member exists, nothing more happens. Conversations and
 * notifications come before the rows, whose batch is the commit point. An interrupted seed starts again, and objects ignore
 * repeats.
 */
export async function seedLocal(
  env: Parameters<typeof operatorOf>[0] &
    Pick<Env, 'DB' | 'CONVERSATION' | 'MEMBER_HUB' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>,
  posts: readonly PostText[],
  now: number,
): Promise<SeedReport> {
  await runBatch(env.DB, [...contentStatements(), ...postStatements(posts, now)])
  const first = demoLogins[0]?.id ?? ''
  if (await env.DB.prepare('select id from members where id = ?').bind(first).first())
    return { seeded: false, members: 0, conversations: 0 }

  const kinds = keysOf(consentDocuments)
  const [passwordHash, sealedSecret, consentTexts] = await Promise.all([
    hashPassword(demoPassword),
    sealSecret(env, demoId('operator@demo.test'), demoOperatorSecret),
    Promise.all(locales.flatMap(({ code }) => kinds.map((kind) => describeConsent(kind, code, operatorOf(env))))),
  ])
  const { statements, conversations, news } = demoSeed({ now, passwordHash, sealedSecret, consentTexts })
  await Promise.all(conversations.map((conversation) => seedConversation(env, conversation)))
  await Promise.all(news.map((one) => seedNews(env, one)))
  const [members] = await runBatch(env.DB, statements)
  return { seeded: true, members: members?.meta.changes ?? 0, conversations: conversations.length }
}

/** Sequential, because the notification is about the newest; a second attempt uses the same id. */
async function seedNews(env: Pick<Env, 'MEMBER_HUB'>, { memberId, likedBy }: DemoSeed['news'][number]): Promise<void> {
  for (const from of likedBy)
    await notifyMember(env, memberId, { id: `like:${from}:demo`, kind: 'like', from }, { quietly: true })
}

function runBatch(db: D1Database, statements: readonly SeedStatement[]): Promise<D1Result[]> {
  return db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params)))
}

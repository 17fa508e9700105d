import { and, eq, isNull } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { blocks } from '#db/schema.ts'
import { conversationIdOf, endConversation, endTalkStatements } from '#features/chat/server/public.ts'
import type { Env } from '#worker/http/env.ts'
import { reasonOf } from '#worker/http/loggable.ts'

type BlockEnv = Pick<Env, 'DB' | 'CONVERSATION'>
type Block = { blockerId: string; blockedId: string }

/**
 * Blocks a member. Commit point: the batch in D1 with the block and the end of the two's match; from then on no list, read
 * or message joins them. Their conversation ends right after it, or by the cron. A repeat changes nothing.
 */
export async function placeBlock(env: BlockEnv, block: Block, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  await db.batch([
    db
      .insert(blocks)
      .values({ ...block, createdAt: now })
      .onConflictDoNothing(),
    ...(await endTalk(env, block, now)),
  ])
  try {
    await finishBlock(env, block, now)
  } catch (error) {
    // The row waits for the cron.
    console.warn(JSON.stringify({ level: 'warn', what: 'block', reason: reasonOf(error) }))
  }
}

async function endTalk(env: BlockEnv, { blockerId, blockedId }: Block, now: number) {
  const conversation = await conversationIdOf(blockerId, blockedId)
  return endTalkStatements(openDatabase(env.DB), { conversation, member: blockerId, now, anyRequest: true })
}

/** Carries a committed block through, however it came into D1; it stays marked until that went well. */
async function finishBlock(env: BlockEnv, block: Block, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const { blockerId, blockedId } = block
  await db.batch(await endTalk(env, block, now))
  await endConversation(env, await conversationIdOf(blockerId, blockedId))
  await db
    .update(blocks)
    .set({ endedAt: now })
    .where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)))
}

const mostAtOnce = 100

/** Cron: ends the conversations of blocks that could not be carried through when they were placed. */
export async function finishBlocks(env: BlockEnv, now: number): Promise<void> {
  const unended = await openDatabase(env.DB)
    .select({ blockerId: blocks.blockerId, blockedId: blocks.blockedId })
    .from(blocks)
    .where(isNull(blocks.endedAt))
    .orderBy(blocks.createdAt)
    .limit(mostAtOnce)
  await Promise.allSettled(unended.map((block) => finishBlock(env, block, now)))
}

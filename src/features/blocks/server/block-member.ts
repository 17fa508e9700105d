import { openDatabase } from '#db/database.ts'
import { conversationStatement, endConversation } from '#features/chat/server/public.ts'
import { forgetPerson } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { blockStatements, listUnended, markEnded, ownBlockStatement, removeTiesStatements, type Block } from './queries.ts'

export type BlockEnv = Pick<Env, 'DB' | 'CONVERSATION' | 'MEMBER_HUB'>

/**
 * Blocks a member. Commit point: the batch in D1 with the block and the end of all between the two; from then on no list,
 * read or message joins them. Their conversation and notifications end right after it, or by the cron. A repeat changes
 * nothing.
 */
export async function blockMember(env: BlockEnv, block: Block, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const [[placed]] = await db.batch([ownBlockStatement(db, block), ...blockStatements(db, block, now)])
  if (!placed?.endedAt) await finishBlockNow(env, block, now)
}

/** Carries a block through as soon as it is committed; what fails is repeated by the cron. */
export async function finishBlockNow(env: BlockEnv, block: Block, now: number): Promise<void> {
  try {
    await finishBlock(env, block, now)
  } catch (error) {
    // The row waits for the cron.
    warn('block', error)
  }
}

/** Carries a committed block through, however it came into D1; it stays marked until that went well. */
export async function finishBlock(env: BlockEnv, block: Block, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const { blockerId, blockedId } = block
  const [[stored]] = await db.batch([conversationStatement(db, blockerId, blockedId), ...removeTiesStatements(db, block, now)])
  // Each of the three is tried, whatever becomes of the others; the conversation comes first, so that it brings no row back.
  const ended = await Promise.allSettled(stored?.conversation ? [endConversation(env, stored.conversation)] : [])
  const forgotten = await Promise.allSettled([forgetPerson(env, blockerId, blockedId), forgetPerson(env, blockedId, blockerId)])
  for (const result of [...ended, ...forgotten]) if (result.status === 'rejected') throw result.reason
  await markEnded(db, block, now)
}

const mostAtOnce = 100

/** Cron: carries through the blocks that could not be when they were placed. */
export async function finishBlocks(env: BlockEnv, now: number): Promise<void> {
  const unended = await listUnended(openDatabase(env.DB), mostAtOnce)
  await Promise.allSettled(unended.map((block) => finishBlock(env, block, now)))
}

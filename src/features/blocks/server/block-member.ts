import { openDatabase } from '#db/database.ts'
import { conversationStatement, endConversation } from '#features/chat/server/public.ts'
import { forgetPerson } from '#features/member-hub/server/public.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { warn } from '#server/log.ts'
import {
  blockStatements,
  deleteBlock,
  listUnended,
  markEnded,
  ownBlockStatement,
  removeTiesStatements,
  type Block,
} from './queries.ts'
import { isMatchSql } from '#db/predicates/likes.ts'

export type BlockEnv = Pick<Env, 'DB' | 'CONVERSATION' | 'MEMBER_HUB'>

/**
 * Blocks a member. Commit point: the D1 batch that writes the block and removes all ties between the two. From then on no list,
 * read or message connects them. Their conversation and notifications end right after it, or by the cron. A repeat changes
 * nothing.
 */
export async function blockMember(env: BlockEnv, block: Block, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const [[placed]] = await db.batch([ownBlockStatement(db, block), ...blockStatements(db, block, now)])
  if (!placed?.endedAt) await finishBlockNow(env, block, now)
}

/**
 * As `blockMember`, for two who have become a match in an encounter meanwhile; an existing block is completed. Between strangers
 * nothing happens.
 */
export async function blockMatch(env: BlockEnv, block: Block, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  await db.batch(blockStatements(db, block, now, isMatchSql(block.blockerId, block.blockedId)))
  const [placed] = await ownBlockStatement(db, block)
  if (placed?.endedAt === null) await finishBlockNow(env, block, now)
}

/** Applies the consequences of a committed block at once; the cron retries failures. */
export async function finishBlockNow(env: BlockEnv, block: Block, now: number): Promise<void> {
  try {
    await finishBlock(env, block, now)
  } catch (error) {
    // The row waits for the cron.
    warn('block', error)
  }
}

/**
 * Applies the consequences of a committed block, whichever code wrote it to D1. The row stays marked until all of them succeed.
 */
export async function finishBlock(env: BlockEnv, block: Block, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const { blockerId, blockedId } = block
  const [[stored]] = await db.batch([conversationStatement(db, blockerId, blockedId), ...removeTiesStatements(db, block, now)])
  // Tries each of the three even if others fail. The conversation comes first, so that it cannot restore an inbox row.
  const ended = await Promise.allSettled(stored?.conversation ? [endConversation(env, stored.conversation)] : [])
  const forgotten = await Promise.allSettled([forgetPerson(env, blockerId, blockedId), forgetPerson(env, blockedId, blockerId)])
  for (const result of [...ended, ...forgotten]) if (result.status === 'rejected') throw result.reason
  await markEnded(db, block, now)
}

const mostAtOnce = 100

/** Cron: finishes the blocks whose consequences failed when they were placed. */
export async function finishBlocks(env: BlockEnv, now: number): Promise<Finished> {
  const unended = await listUnended(openDatabase(env.DB), mostAtOnce)
  return finishEach('blocks', unended, (block) => finishBlock(env, block, now))
}

/**
 * Removes a block; false if there is none. Ties that the block ended stay ended, so an unfinished block is finished first. If
 * that fails, it throws and the block stays.
 */
export async function liftBlock(env: BlockEnv, block: Block, now: number): Promise<boolean> {
  const db = openDatabase(env.DB)
  const [placed] = await ownBlockStatement(db, block)
  if (!placed) return false
  if (placed.endedAt === null) await finishBlock(env, block, now)
  return deleteBlock(db, block)
}

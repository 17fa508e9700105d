import { openDatabase } from '#db/database.ts'
import { finishBlock, type BlockEnv } from './block-member.ts'
import { deleteBlock, ownBlockStatement, type Block } from './queries.ts'

/**
 * Removes a block; false without one. Ties that the block ended stay ended, so an unfinished block is finished first.
 * Throws when that fails, and then the block stays.
 */
export async function liftBlock(env: BlockEnv, block: Block, now: number): Promise<boolean> {
  const db = openDatabase(env.DB)
  const [placed] = await ownBlockStatement(db, block)
  if (!placed) return false
  if (placed.endedAt === null) await finishBlock(env, block, now)
  return deleteBlock(db, block)
}

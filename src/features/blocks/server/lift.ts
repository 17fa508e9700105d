import { openDatabase } from '#db/database.ts'
import { finishBlock, type BlockEnv } from './block-member.ts'
import { deleteBlock, ownBlockStatement, type Block } from './queries.ts'

/**
 * Takes a block back: false without one. What the block has ended stays ended, so one that was not carried through yet is
 * carried through first; throws when that cannot be done now, and then the block stays.
 */
export async function liftBlock(env: BlockEnv, block: Block, now: number): Promise<boolean> {
  const db = openDatabase(env.DB)
  const [placed] = await ownBlockStatement(db, block)
  if (!placed) return false
  if (placed.endedAt === null) await finishBlock(env, block, now)
  return deleteBlock(db, block)
}

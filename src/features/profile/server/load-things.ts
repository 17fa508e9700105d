import type { PairTie } from '#shared/text/tie.ts'
import type { readPairTies } from './things.ts'

/** The code of ties, evaluated once there is one: an isolate starts without it. */
export const loadThings = () => import('./things.ts')

/** `readPairTies`; most matches have no ties, and need none of its code. */
export const toPairTies: (...args: Parameters<typeof readPairTies>) => Promise<PairTie[]> = async (json, ...reader) =>
  json === '[]' ? [] : (await loadThings()).readPairTies(json, ...reader)

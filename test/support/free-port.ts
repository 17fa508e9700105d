import { createServer } from 'node:http'
import { listenOnLoopback } from './loopback.ts'

/** A port at which nothing listens, for a server in a process of its own. */
export async function freePort(): Promise<number> {
  const { origin, close } = await listenOnLoopback(createServer())
  await close()
  return Number(new URL(origin).port)
}

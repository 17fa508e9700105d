import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import type { AppEnv } from '../context.ts'

/**
 * An empty router. The default one of Hono compiles all routes on the first request, which costs more than it saves, and both would be
 * part of what an isolate evaluates when it starts.
 */
export const createRouter = () => new HonoBase<AppEnv>({ router: new TrieRouter() })

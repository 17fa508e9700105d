import type { D1Migration } from 'cloudflare:test'
import type { Env as WorkerEnv } from '#server/env.ts'

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[]
      FULL_LENGTH: string
      SMALL_FLOOD_LIMIT: RateLimit
      SMALL_NEARBY_LIMIT: RateLimit
      SMALL_TOWNS_LIMIT: RateLimit
      SMALL_ERROR_LIMIT: RateLimit
    }
  }
}

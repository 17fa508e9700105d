import { applyD1Migrations, env } from 'cloudflare:test'

/** Starts each test file with an empty, migrated database. */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

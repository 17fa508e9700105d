import { applyD1Migrations, env } from 'cloudflare:test'

/** Each test file starts with an empty, migrated database. */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

import { defineConfig } from 'drizzle-kit'

/** `npm run db:generate` writes the next migration from schema/; wrangler's migration table applies them in order. */
export default defineConfig({ dialect: 'sqlite', schema: './src/db/schema.ts', out: './src/db/migrations' })

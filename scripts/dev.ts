import { createServer, type Plugin } from 'vite'
import { describeDemo } from './server/demo-logins.ts'
import { devDatabases } from './server/dev-state.ts'
import { requireFreePort } from './server/port.ts'
import { migrateState } from './server/prepare.ts'
import { readLocalSecrets } from './server/secrets.ts'
import { seed } from './server/seed.ts'

/** `npm run dev`: the same application, whose pages reload after a change, with the same local state format as `npm start`. */
const port = Number(process.env['PORT'] ?? 8787)
const secrets = readLocalSecrets()
const secret = secrets['SESSION_SECRET'] ?? ''
const isSeeded = Promise.withResolvers<void>()

/** Requests that arrive before the demo is ready wait for it; only the seeding request passes. */
const holdUntilSeeded: Plugin = {
  name: 'kismet:hold-until-seeded',
  enforce: 'pre',
  configureServer({ middlewares }) {
    middlewares.use(async (request, _response, next) => {
      if (request.headers['x-seed-secret'] !== secret) await isSeeded.promise
      next()
    })
  },
}

async function dev(): Promise<void> {
  await requireFreePort(port, 'npm run dev')
  // wrangler would start a runtime for each migration.
  const applied = await migrateState(devDatabases(), 'wrangler.toml')
  console.log(applied ? 'Database migrated.' : 'Database is up to date.')
  // Otherwise the runtime downloads an example of the edge's request data, and prints a stack trace if that fails.
  process.env['CLOUDFLARE_CF_FETCH_ENABLED'] ??= 'false'
  const server = await createServer({ plugins: [holdUntilSeeded], server: { port, strictPort: true, host: '127.0.0.1' } })
  await server.listen()
  const url = `http://localhost:${port}`
  await seed(url, secret)
  isSeeded.resolve()
  console.log(describeDemo(url))
}

dev().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

import { createServer, type Plugin } from 'vite'
import { readLocalSecrets } from './server/secrets.ts'
import { run } from './server/run.ts'
import { seed } from './server/seed.ts'

/** `npm run dev`: the same application with hot reload, on the same local state format as `npm start`. */
const port = Number(process.env['PORT'] ?? 8787)
const secrets = readLocalSecrets()
const secret = secrets['SESSION_SECRET'] ?? ''
const isSeeded = Promise.withResolvers<void>()

/** Whoever asks before the demo is there waits for it; only the seeding itself goes on. */
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

await run('wrangler', ['d1', 'migrations', 'apply', 'kismet', '--local'], { CI: 'true' })
const server = await createServer({ plugins: [holdUntilSeeded], server: { port, strictPort: true, host: '127.0.0.1' } })
await server.listen()
await seed(`http://localhost:${port}`, secret)
isSeeded.resolve()
console.log(`Kismet is at http://localhost:${port}`)

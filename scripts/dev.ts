import { createServer } from 'vite'
import { readLocalSecrets } from './server/secrets.ts'
import { run } from './server/run.ts'
import { seed } from './server/seed.ts'

/** `npm run dev`: the same application with hot reload, on the same local state format as `npm start`. */
const port = Number(process.env['PORT'] ?? 8787)
const secrets = readLocalSecrets()
await run('wrangler', ['d1', 'migrations', 'apply', 'kismet', '--local'], { CI: 'true' })
const server = await createServer({ server: { port, strictPort: true, host: '127.0.0.1' } })
await server.listen()
await seed(`http://localhost:${port}`, secrets['SESSION_SECRET'] ?? '')
console.log(`Kismet is at http://localhost:${port}`)

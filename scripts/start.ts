import { ensureBuild } from './server/build.ts'
import { describeDemo } from './server/demo-logins.ts'
import { requireFreePort } from './server/port.ts'
import { prepare } from './server/prepare.ts'
import { readLocalSecrets } from './server/secrets.ts'
import { serve, stateFolder } from './server/serve.ts'

/** `npm start`: from a clean clone to the production build, served with a migrated and seeded database. */
const port = Number(process.env['PORT'] ?? 8787)
const cronMs = 5 * 60_000
const say = (line: string) => console.log(line)

async function start(): Promise<void> {
  await requireFreePort(port, 'npm start')
  say('Building the application (the first time takes a little) …')
  say((await ensureBuild()) ? 'Built.' : 'Nothing changed since the last build.')
  const secrets = readLocalSecrets()
  const stateDir = stateFolder()
  await prepare({ stateDir, secrets, say })
  const server = await serve({ port, stateDir, secrets, onLog: say })
  process.once('SIGINT', () => void server.close().then(() => process.exit(0)))
  process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
  const worker = await server.miniflare.getWorker()
  setInterval(() => void worker.scheduled({ scheduledTime: new Date() }), cronMs).unref()
  say(describeDemo(server.url))
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

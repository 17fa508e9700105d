import { connect } from 'node:net'
import { demoOperatorSecret } from '#seed/demo/operator-secret.ts'
import { ensureBuild } from './server/build.ts'
import { prepare } from './server/prepare.ts'
import { readLocalSecrets } from './server/secrets.ts'
import { serve, stateFolder } from './server/serve.ts'

/** `npm start`: from a clean clone to the production build, served with a migrated and seeded database. */
const port = Number(process.env['PORT'] ?? 8787)
const cronMs = 5 * 60_000
const demoPassword = 'kismet-demo-1'
const demoLogins = [
  'anna@demo.test',
  'ben@demo.test',
  'olena@demo.test',
  'piotr@demo.test',
  'elif@demo.test',
  'operator@demo.test',
]

const say = (line: string) => console.log(line)

async function start(): Promise<void> {
  if (await isTaken(port)) {
    throw new Error(`Port ${port} is taken. End what listens there, or choose another: PORT=8800 npm start`)
  }
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
  say(
    `\nKismet is at ${server.url}\n\nSign in as one of these, with the password ${demoPassword}:\n${demoLogins.map((login) => `  ${login}`).join('\n')}\n\nSecond factor of operator@demo.test at ${server.url}/ops, for an authenticator app: ${demoOperatorSecret}\n`,
  )
}

/** A connection tells more surely than an attempt to listen: the port may be held on another loopback address. */
function isTaken(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port: candidate, host: '127.0.0.1' })
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

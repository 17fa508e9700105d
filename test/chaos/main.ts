import { parseArgs } from 'node:util'
import { ensureBuild } from '../../scripts/server/build.ts'
import { runChaos } from './run.ts'
import { startChaosServer } from './server.ts'

/** `npm run test:chaos -- [--clients 50] [--seconds 60] [--seed 1]` */
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
await ensureBuild()
await using server = await startChaosServer()
const report = await runChaos(server, {
  clients: Number(values.clients),
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  withSilence: true,
})
console.log(JSON.stringify(report, null, 2))

import { parseArgs } from 'node:util'
import { ensureBuild } from '../../scripts/server/build.ts'
import { runAreas } from './areas/run.ts'
import { runEncounters } from './encounters/run.ts'
import { runChaos } from './run.ts'
import { startChaosServer } from './server.ts'
import { withMessage } from '../../scripts/server/run.ts'

/** `npm run test:chaos -- [--clients 50] [--seconds 60] [--seed 1]`: conversations, encounters, then areas. */
await withMessage(async () => {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  })
  await ensureBuild()
  await using server = await startChaosServer()
  const options = { clients: Number(values.clients), seconds: Number(values.seconds), seed: Number(values.seed) }
  console.log(JSON.stringify(await runChaos(server, { ...options, withSilence: true }), null, 2))
  console.log(JSON.stringify(await runEncounters(server, options), null, 2))
  const { seed, clients: members, seconds } = options
  console.log(JSON.stringify(await runAreas(server, { seed, members, seconds }), null, 2))
}, 'The options are at the head of test/chaos/main.ts; the same seed repeats a run.')

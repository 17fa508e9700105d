import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild } from '../../scripts/server/build.ts'
import { withMessage } from '../../scripts/server/run.ts'
import { startChaosServer } from '../chaos/server.ts'
import { drawUsage } from './picture.ts'
import { runSoak } from './run.ts'
import { median } from './usage.ts'
import { listBroken } from './verdict.ts'

const folder = '.wrangler/soak'

/**
 * `npm run soak -- [--members 500] [--minutes 30] [--seed 1]`: members write, meet strangers, look at people nearby and give gifts for
 * as long. It prints a report, draws the server's memory and processor (`.wrangler/soak/usage.svg`), and ends with 1 if an invariant is
 * broken or memory grows by more than a tenth after the first five minutes.
 */
await withMessage(async () => {
  const { values } = parseArgs({
    options: {
      members: { type: 'string', default: '500' },
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
    },
  })
  const options = { members: Number(values.members), minutes: Number(values.minutes), seed: Number(values.seed) }
  await ensureBuild()
  await using server = await startChaosServer()
  const { report, samples } = await runSoak(server, options)
  const broken = listBroken(report)
  const usage = {
    megabytes: Math.round(median(samples.map(({ bytes }) => bytes)) / 1_000_000),
    cores: Number(median(samples.map(({ cores }) => cores)).toFixed(2)),
    growth: report.growth,
  }
  console.log(JSON.stringify({ ...report, usage, broken }, null, 2))
  await mkdir(folder, { recursive: true })
  const title = `workerd under ${options.members} members for ${options.minutes} minutes`
  await writeFile(join(folder, 'usage.svg'), drawUsage(samples, title))
  for (const line of broken) console.error(`Broken: ${line}`)
  if (broken.length > 0) process.exitCode = 1
}, 'The options are at the head of test/soak/main.ts.')

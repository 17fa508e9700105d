import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAreas } from './measurements/areas.ts'
import { measureBundle } from './measurements/bundle.ts'
import { measureD1Day } from './measurements/d1-day.ts'
import { measureGrowth } from './measurements/growth.ts'
import { measureGuestPage } from './measurements/guest-page.ts'
import { measureLongChat } from './measurements/long-chat.ts'
import { measureMatchmaker } from './measurements/matchmaker.ts'
import { measurePairingRounds } from './measurements/pairing-rounds.ts'
import { measurePeopleNearby } from './measurements/people-nearby.ts'
import { measurePersonalPage } from './measurements/personal-page.ts'
import { measureRealtimeCost } from './measurements/realtime-cost.ts'
import { measureRealtimeLatency } from './measurements/realtime-latency.ts'
import { measureRealtimeMemory } from './measurements/realtime-memory.ts'
import { measureStartUp } from './measurements/start-up.ts'
import { measureStream } from './measurements/stream.ts'
import { measureSweep } from './measurements/sweep.ts'
import { measureTownSearch } from './measurements/town-search.ts'
import { measureTransfer } from './measurements/transfer.ts'
import { table, type Figure } from './report.ts'
import { isBuilt } from '../server/build.ts'
import { withMessage } from '../server/run.ts'

/** `npm run bench [name …]`: measures and prints. With names (the first word is enough) it runs only those. */
const measurements: Record<string, (workDir: string) => Promise<Figure[]>> = {
  stream: measureStream,
  'guest-page': measureGuestPage,
  'personal-page': measurePersonalPage,
  'people-nearby': measurePeopleNearby,
  areas: measureAreas,
  sweep: measureSweep,
  'd1-day': measureD1Day,
  growth: measureGrowth,
  transfer: measureTransfer,
  'long-chat': measureLongChat,
  'start-up': measureStartUp,
  bundle: measureBundle,
  'realtime-latency': measureRealtimeLatency,
  'realtime-cost': measureRealtimeCost,
  'realtime-memory': measureRealtimeMemory,
  matchmaker: measureMatchmaker,
  'pairing-rounds': measurePairingRounds,
  'town-search': measureTownSearch,
}

await withMessage(async () => {
  const chosen = process.argv.slice(2)
  const isChosen = (name: string) => chosen.some((each) => name === each || name.startsWith(`${each}-`))
  const unknown = chosen.filter((each) => !Object.keys(measurements).some((name) => name === each || name.startsWith(`${each}-`)))
  if (unknown.length > 0) {
    throw new Error(`No measurement is called ${unknown.join(', ')}; there are ${Object.keys(measurements).join(', ')}`)
  }

  // It never builds by itself: a mix of old and new files would measure nothing.
  if (!(await isBuilt())) throw new Error('dist does not have the build of these sources')

  const [loadBefore = 0] = loadavg()
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(measurements)) {
    if (chosen.length > 0 && !isChosen(name)) continue
    console.log(`Measuring: ${name} …`)
    const measured = await inOwnFolder(measure)
    for (const figure of measured) console.log(`  ${figure.met ? 'met   ' : 'MISSED'}  ${figure.what}: ${figure.measured}`)
    figures.push(...measured)
  }

  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, other load ${loadBefore.toFixed(1)} before the run`
  const heading = `Measured ${new Date().toISOString().slice(0, 10)} on ${machine}, Node ${process.versions.node}.`
  console.log(`\n${heading}\n\n${table(figures)}`)
  if (figures.some((figure) => !figure.met)) process.exitCode = 1
}, 'It measures the build in dist: run `npm run build` first.')

/** No measurement may find the state of another: some fill the database with 100,000 people. */
async function inOwnFolder(measure: (workDir: string) => Promise<Figure[]>): Promise<Figure[]> {
  const workDir = await mkdtemp(join(tmpdir(), 'kismet-bench-'))
  try {
    return await measure(workDir)
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

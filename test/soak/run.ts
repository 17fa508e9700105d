import { runAreas } from '../chaos/areas/run.ts'
import { runEncounters } from '../chaos/encounters/run.ts'
import { runChaos } from '../chaos/run.ts'
import type { ChaosServer } from '../chaos/server.ts'
import { runGivers } from './givers.ts'
import { areaPace, giftMs, groupsOf, strangerPace, talkPace, type SoakOptions } from './options.ts'
import { growthOf, watchUsage, type Sample } from './usage.ts'
import type { SoakReport } from './verdict.ts'

const sampleMs = 2_000
/** An access token lasts ten minutes. */
const renewMs = 4 * 60_000
/** A fifth of the clients are second devices (plan.ts). */
const clientsOf = (members: number) => Math.floor(members / 0.8)

/** Everyone lives side by side on one server; each group is judged as in a chaos run. */
export async function runSoak(
  server: ChaosServer,
  { seed, members, minutes }: SoakOptions,
): Promise<{ report: SoakReport; samples: readonly Sample[] }> {
  const seconds = minutes * 60
  const { talkers, strangers, neighbours, givers } = groupsOf(members)
  using usage = await watchUsage(server.pid, sampleMs)
  let lastRenewal: Promise<void> = Promise.resolve()
  const renewal = setInterval(() => (lastRenewal = server.renewSessions()), renewMs)
  try {
    const [ledger, areas, encounters, talks] = await Promise.all([
      runGivers(server, { seed, givers, seconds, giftMs }),
      runAreas(server, { seed, members: neighbours, seconds, pace: areaPace }),
      runEncounters(server, { seed, clients: clientsOf(strangers), seconds, pace: strangerPace }),
      runChaos(server, { seed, clients: clientsOf(talkers), seconds, pace: talkPace }),
    ])
    // The groups end at different times, and judging is work of its own: only what came before it counts.
    const samples = usage.samples.filter(({ atMs }) => atMs <= seconds * 1000)
    return { report: { talks, encounters, areas, ledger, growth: growthOf(samples) }, samples }
  } finally {
    clearInterval(renewal)
    await lastRenewal
  }
}

import type { Outcome } from './evenings.ts'
import type { EndedWait } from './records.ts'

const positions = [0, 1, 10, 20, 40, 60, 80]

/** What is to be read of it: how long who waited, and what has happened meanwhile. */
export function describeOutcome(outcome: Outcome): string {
  const pools = ['anonymous', 'blind'] as const
  return [
    ...pools.flatMap((pool) => [`${pool}: waits in seconds, by how many stood in the queue`, ...tableOf(outcome, pool)]),
    `pairings ${outcome.pairings}, calls ${outcome.calls}, steps ${outcome.steps}`,
    `crashes: ${toText(outcome.crashes)}`,
    `of the network: ${toText(outcome.disorder)}`,
    `of the members: ${toText(outcome.acts)}`,
  ].join('\n')
}

function tableOf({ waits }: Outcome, pool: EndedWait['pool']): string[] {
  return positions.flatMap((from, index) => {
    const before = positions[index + 1] ?? Infinity
    const seconds = waits
      .filter((wait) => wait.pool === pool && wait.position >= from && wait.position < before)
      .map(({ waitedMs }) => waitedMs / 1_000)
      .toSorted((one, other) => one - other)
    const at = (share: number) => (seconds[Math.floor((seconds.length - 1) * share)] ?? 0).toFixed(1)
    const range = before === from + 1 ? `${from}` : before === Infinity ? `from ${from}` : `${from} to ${before - 1}`
    return seconds.length === 0
      ? []
      : [`  ${range.padEnd(9)} ${seconds.length} waits, median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`]
  })
}

const toText = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

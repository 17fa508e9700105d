import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDay } from './d1/day-table.ts'
import { dayFull, onlineAtMost, relations } from './d1/growth-model.ts'
import { stepsFrom } from './d1/steps.ts'
import { capacityOf, countedPrices, onlineS, pricesFor, sumOfDay, type Prices } from './d1/wall.ts'
import { withMessage } from '../server/run.ts'

/**
 * `npm exec -- node scripts/bench/wall.ts`: how many members one D1 serves, by the model of a queue with one lane, from the table of a
 * member's day in docs/performance.md. It measures nothing, so it needs no build and gives the same figures everywhere.
 */
const SHARE = 0.6
const GOAL = 100_000
/** Members online at 60 %, with the times that D1 itself reported (docs/performance.md, 'A member's day'). */
const REPORTED_ONLINE = 6136
/** Bytes of D1. */
const LIMIT = 10e9
/** What an account has in D1 besides relations (docs/growth.md). */
const ACCOUNT_BYTES = 6400

await withMessage(async () => {
  const today = readDay(readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8'))
  const reported = pricesFor(today, REPORTED_ONLINE, SHARE)
  print(`Counted prices: ${pricesText(countedPrices)}`, today, countedPrices)
  print(`Prices by which ${format(REPORTED_ONLINE)} are online today: ${pricesText(reported)}`, today, reported)
  printGrowth()
}, 'The model reads the table of docs/performance.md.')

function print(title: string, today: ReturnType<typeof readDay>, prices: Prices): void {
  console.log(`\n${title}\n`)
  console.log(
    `| Day | Calls | Rows read | Rows written | ms of D1 | Online at ${SHARE * 100} % | Mean wait | p99 | Lanes for ${format(GOAL)} |`,
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const { name, day } of stepsFrom(today)) {
    const { calls, rowsRead, rowsWritten, ms } = sumOfDay(day, prices)
    const { online, meanMs, p99Ms, lanes } = capacityOf(day, prices, SHARE, GOAL)
    const cells = [name, format(calls), format(rowsRead), format(rowsWritten), ms.toFixed(1), format(online)]
    console.log(`| ${[...cells, `${meanMs.toFixed(1)} ms`, `${p99Ms.toFixed(1)} ms`, lanes].join(' | ')} |`)
  }
}

function printGrowth(): void {
  console.log('\n| Members a day | Online at most | Likes fill 10 GB on day | All three fill it on day |')
  console.log('| --- | --- | --- | --- |')
  for (const members of [10_000, 20_000, 50_000, 100_000, 500_000, 2_000_000]) {
    const full = [relations.slice(0, 1), relations].map((growth) => dayFull(LIMIT, members, growth, ACCOUNT_BYTES))
    const cells = [members, onlineAtMost(members, onlineS)].map(format)
    console.log(`| ${[...cells, ...full.map((day) => (day === null ? 'never' : format(day)))].join(' | ')} |`)
  }
}

function format(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function pricesText({ call, rowRead, rowWritten }: Prices): string {
  return `${call.toFixed(2)} ms a call, ${(rowRead * 1000).toFixed(1)} µs a row read, ${(rowWritten * 1000).toFixed(1)} µs a row written`
}

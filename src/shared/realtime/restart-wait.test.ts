import { expect, it } from 'vitest'
import { readRestartWait, restartReason } from './restart-wait.ts'

it('names a wait between none and thirty seconds, which the client reads', () => {
  const waits = [0, 0.5, 0.999_999].map((random) => readRestartWait(restartReason(random)))
  expect(waits).toEqual([0, 15_000, 29_999])
})

it.each(['', 'unknown queue', 'wait', 'wait -1 ms', 'wait 1e9 ms', 'wait 10 ms more'])('"%s" names none', (reason) => {
  expect(readRestartWait(reason)).toBeNull()
})

it('never makes a client wait longer than that', () => {
  expect(readRestartWait('wait 999999 ms')).toBe(30_000)
})

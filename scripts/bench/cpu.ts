import { readFile } from 'node:fs/promises'

/** Linux counts CPU time in ticks of 10 ms (`getconf CLK_TCK` is 100 on every platform that Node supports). */
const TICK_MS = 10

/** CPU time used by a process so far, user and system, in milliseconds (`man 5 proc`, fields 14 and 15). */
export async function cpuTimeMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The second field is the command in brackets and may contain spaces, so the third begins after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

import { spawn } from 'node:child_process'
import type { Counts } from './counts.ts'

export interface MeasureOptions {
  env?: Record<string, string>
  /** A runner that prints nothing for so long stands still and is ended: six minutes, unless told. */
  silenceMs?: number
}

/** Runs a test runner, shows what it prints and counts its results; a crash without results counts as one failure. */
export function measure(
  command: string,
  args: string[],
  count: (output: string) => Counts,
  { env = {}, silenceMs = 360_000 }: MeasureOptions = {},
): Promise<Counts> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    const silence = setTimeout(() => {
      console.error(`${command} printed nothing for ${silenceMs / 1000} seconds and was ended`)
      child.kill('SIGKILL')
    }, silenceMs)
    let output = ''
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.on('data', (chunk: Buffer) => {
        silence.refresh()
        output += chunk.toString()
        target.write(chunk)
      })
    }
    child.on('error', () => end(1))
    child.on('exit', (code) => end(code))

    function end(code: number | null): void {
      clearTimeout(silence)
      const counts = count(output)
      resolve(code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)
    }
  })
}

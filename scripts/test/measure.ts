import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failure, sum, type Counts } from './counts.ts'

/** A test runner that writes a report in JSON. */
export interface Runner {
  command: string
  /** Options with which it shows its progress and writes its report to this file. */
  reportTo: (file: string) => { args: string[]; env?: Record<string, string> }
  /** Throws if the report has another form. */
  count: (report: unknown) => Counts
}

export interface MeasureOptions {
  env?: Record<string, string>
  /** A runner is ended after this time without output, in ms; six minutes by default. */
  silenceMs?: number
}

/**
 * Runs a test runner, shows its output and counts the results in its report. A runner counts as one failure if it fails without
 * naming a failed test, or leaves no report.
 */
export async function measure(
  { command, reportTo, count }: Runner,
  args: readonly string[],
  options: MeasureOptions = {},
): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'kismet-report-'))
  try {
    const file = join(folder, 'report.json')
    const reporting = reportTo(file)
    const { succeeded, lastLines } = await runToEnd(command, [...args, ...reporting.args], {
      ...options,
      env: { ...reporting.env, ...options.env },
    })
    const counts = await readCounts(file, count)
    const whole = `${command} ${args.join(' ')}`
    if (!counts) return failure(`${whole}: no report`)
    if (succeeded || counts.failed > 0) return counts
    return sum([counts, failure(`${whole}: it failed, and no test of it. It ended with:\n${lastLines}`)])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readCounts(file: string, count: Runner['count']): Promise<Counts | null> {
  try {
    return count(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    console.error('The runner left no report that can be read:', error instanceof Error ? error.message : error)
    return null
  }
}

type Ended = { succeeded: boolean; lastLines: string }

/** An error outside of a test, with its stack and a summary below it. */
const keptLines = 60

/** `succeeded`: the command ended with 0. */
function runToEnd(command: string, args: string[], { env = {}, silenceMs = 360_000 }: MeasureOptions): Promise<Ended> {
  return new Promise((resolve) => {
    let printed = ''
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    const silence = setTimeout(() => {
      console.error(`${command} printed nothing for ${silenceMs / 1000} seconds and was ended`)
      child.kill('SIGKILL')
    }, silenceMs)
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.on('data', (chunk: Buffer) => {
        silence.refresh()
        target.write(chunk)
        printed = lastLinesOf(printed + chunk.toString())
      })
    }
    child.on('error', () => end(1))
    child.on('exit', (code) => end(code))

    function end(code: number | null): void {
      clearTimeout(silence)
      resolve({ succeeded: code === 0, lastLines: printed.trimEnd() })
    }
  })
}

const lastLinesOf = (text: string) => text.split('\n').slice(-keptLines).join('\n')

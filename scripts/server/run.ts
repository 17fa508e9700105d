import { spawn } from 'node:child_process'

/** Runs a command of this project and shows its output. Throws if it fails. An undefined variable is not passed on. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code}`))))
  })
}

/** The last lines of a failed command are enough to see why. */
const shownLines = 30

/**
 * Runs a command and returns its output, which is only useful if it fails. Throws with its last lines. It has no terminal, so it
 * can ask no questions.
 */
export function runQuietly(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    let [output, all] = ['', '']
    child.stdout.on('data', (part: Buffer) => ((output += part.toString()), (all += part.toString())))
    child.stderr.on('data', (part: Buffer) => (all += part.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve(output)
      const last = all.trimEnd().split('\n').slice(-shownLines).join('\n')
      reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${last}`))
    })
  })
}

/**
 * Runs a script. If a step of it fails, it prints what happened and what to do (`cure`), without the stack trace, and the exit
 * code is 1.
 */
export async function withMessage(work: () => unknown, cure?: string): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(`\n${describe(error)}${cure === undefined ? '' : `\n${cure}`}`)
    process.exitCode = 1
  }
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return [error.message, ...error.errors.map(describe)].join('\n')
  return error instanceof Error ? error.message : String(error)
}

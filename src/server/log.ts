import { DrizzleQueryError } from 'drizzle-orm/errors'

/** Returns why something failed, as a log may have it. A failed query's own message lists its parameters: people's data. */
export function reasonOf(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}: ${reasonOf(error.cause)}`
  return error instanceof Error ? error.message : String(error)
}

/** Returns the same with the stack. A stack begins with the error's message, so only its frames are taken from it. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack = '', message } = error
  const frames = stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return [`${error.name}: ${reasonOf(error)}`, ...frames].join('\n')
}

/** Logs a failure that resolves itself or is retried: `what` names its source. No message texts or people's data. */
export function warn(what: string, error: unknown, facts: Record<string, number> = {}): void {
  console.warn(JSON.stringify({ level: 'warn', what, ...facts, reason: reasonOf(error) }))
}

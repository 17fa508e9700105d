import { DrizzleQueryError } from 'drizzle-orm/errors'

/** `security` has its own level, so that a filter finds it (src/server/security-events.ts). */
type Level = 'info' | 'warn' | 'error' | 'security'

/** What a line may contain: our own names, codes, counts and times; no addresses, texts, tokens or places of people. */
export type Facts = Readonly<
  Record<string, string | number | boolean | readonly string[] | Readonly<Record<string, number>> | undefined>
>

const methods = { info: 'log', warn: 'warn', security: 'warn', error: 'error' } as const satisfies Record<Level, keyof Console>

/** Writes one JSON line for operators: the only server function that writes to the log. `what` names the source. */
export function log(level: Level, what: string, facts: Facts = {}): void {
  console[methods[level]](JSON.stringify({ level, what, ...facts }))
}

/** Logs a failure that resolves itself or is retried. */
export function warn(what: string, error: unknown, facts: Facts = {}): void {
  log('warn', what, { ...facts, reason: reasonOf(error) })
}

/** Logs a failure that somebody should look at, with its stack. */
export function fail(what: string, error: unknown, facts: Facts = {}): void {
  log('error', what, { ...facts, stack: stackOf(error) })
}

/**
 * Returns the reason of a failure in a form that the log may contain. A failed query's own message lists its parameters, and a
 * parser's quotes its input: people's data.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}: ${reasonOf(error.cause)}`
  if (error instanceof SyntaxError) return 'not readable'
  return withoutData(error instanceof Error ? error.message : String(error))
}

/** Returns the same with the stack. A stack begins with the error's message, so only its frames are taken from it. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return reasonOf(error)
  const { stack = '', message } = error
  const frames = stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return [`${error.name}: ${reasonOf(error)}`, ...frames].join('\n')
}

/** Things a foreign error message may contain: an email address, a query with its values, a token. */
const data = [
  // A failed query inside an object: the RPC turned it into a plain error.
  [/\nparams: [\s\S]*$/, ''],
  [/[^\s<>"'(,:;]+@[^\s<>"'),:;]+/g, '[address]'],
  [/\?[\w.~%-]+=[^\s"')]*/g, '?…'],
  [/[\w-]{40,}(?:\.[\w-]+)*/g, '[token]'],
] as const

function withoutData(text: string): string {
  return data.reduce((cleaned, [pattern, name]) => cleaned.replace(pattern, name), text)
}

import { errorNames, maxFrames, type ErrorKind, type ErrorReport } from './contract.ts'

/** The facts available when an error was caught; `componentStack` comes from React. */
export type Caught = { kind: ErrorKind; error: unknown; componentStack?: string | null }

/** The part of a report about the error itself. */
type Described = Pick<ErrorReport, 'kind' | 'name' | 'code' | 'frames'>

/** Messages of browsers and of React with known meanings. The messages themselves are never reported. */
const knownMessages: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/Minified React error #(\d{1,4})\b/, ([, number]) => `react-${number}`],
  [/dynamically imported module|Importing a module script failed/i, () => 'import'],
  [/^(?:Failed to fetch|Load failed|NetworkError\b)/, () => 'network'],
]

/**
 * Describes an error without any text. Null if it is not ours: no frame in a file of this origin and no known code, or an
 * operation aborted on purpose.
 */
export function describeError({ kind, error, componentStack }: Caught, origin: string): Described | null {
  const { name, message, stack } = propertiesOf(error)
  if (name === 'AbortError') return null
  const frames = [...framesOf(stack, origin), ...framesOf(componentStack ?? '', origin)].slice(0, maxFrames)
  const code = codeOf(message)
  if (frames.length === 0 && code === undefined) return null
  return { kind, name: errorNames.find((known) => known === name) ?? 'Error', ...(code === undefined ? {} : { code }), frames }
}

/** Two reports of one page with the same signature count as one. */
export function signatureOf({ kind, name, code, frames }: Described): string {
  return [kind, name, code, frames[0]].join()
}

/** Anything can be thrown. A value that is not an object contains nothing that may be reported. */
function propertiesOf(error: unknown): { name: string; message: string; stack: string } {
  const { name, message, stack }: { name?: unknown; message?: unknown; stack?: unknown } = Object(error)
  return { name: String(name), message: String(message), stack: String(stack) }
}

function codeOf(message: string): string | undefined {
  for (const [pattern, code] of knownMessages) {
    const found = pattern.exec(message)
    if (found) return code(found)
  }
  return undefined
}

/** Chrome writes `at name (address:line:column)`, others `name@address:line:column`: only the part of our files is taken. */
function framesOf(stack: string, origin: string): string[] {
  return stack.split(`${origin}/assets/`).flatMap((rest) => /^[\w-]{1,60}\.js:\d{1,7}:\d{1,7}(?!\d)/.exec(rest) ?? [])
}

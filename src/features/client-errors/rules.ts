import { errorNames, maxFrames, type ErrorKind, type ErrorReport } from './contract.ts'

/** What is known of an error where it was caught; `componentStack` comes from React. */
export type Caught = { kind: ErrorKind; error: unknown; componentStack?: string | null }

/** What a report says about the error itself. */
type Described = Pick<ErrorReport, 'kind' | 'name' | 'code' | 'frames'>

/** Messages of browsers and of React whose meaning is known. Of a message itself nothing is reported. */
const knownMessages: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/Minified React error #(\d{1,4})\b/, ([, number]) => `react-${number}`],
  [/dynamically imported module|Importing a module script failed/i, () => 'import'],
  [/^(?:Failed to fetch|Load failed|NetworkError\b)/, () => 'network'],
]

/**
 * Describes an error without any text. Null for what is none of ours: no frame in a file of this origin and no known code, or an
 * operation that was aborted on purpose.
 */
export function describeError({ kind, error, componentStack }: Caught, origin: string): Described | null {
  const { name, message, stack } = propertiesOf(error)
  if (name === 'AbortError') return null
  const frames = [...framesOf(stack, origin), ...framesOf(componentStack ?? '', origin)].slice(0, maxFrames)
  const code = codeOf(message)
  if (frames.length === 0 && code === undefined) return null
  return { kind, name: errorNames.find((known) => known === name) ?? 'Error', ...(code === undefined ? {} : { code }), frames }
}

/** Two reports of one page with the same text here are one. */
export function signatureOf({ kind, name, code, frames }: Described): string {
  return [kind, name, code, frames[0]].join()
}

/** Anything can be thrown. What is no object says nothing that may be reported. */
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

/** Chrome writes `at name (address:line:column)`, others `name@address:line:column`: only our files' part is taken. */
function framesOf(stack: string, origin: string): string[] {
  return stack.split(`${origin}/assets/`).flatMap((rest) => /^[\w-]{1,60}\.js:\d{1,7}:\d{1,7}(?!\d)/.exec(rest) ?? [])
}

import { warn } from '../log.ts'

/** Returns the answer; throws if there is none within `timeoutMs`. */
export async function withTimeout<Value>(timeoutMs: number, answer: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the answer, or null if it failed. `what` names the source in the log, which gets no message texts or personal data. */
export async function nullOnError<Value>(what: string, answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer
  } catch (error) {
    warn(what, error)
    return null
  }
}

/** Returns the answer, or null if it failed or took longer than `timeoutMs`: for parts of a page that may be missing. */
export function withTimeoutOrNull<Value>(what: string, timeoutMs: number, answer: Promise<Value>): Promise<Value | null> {
  return nullOnError(what, withTimeout(timeoutMs, answer))
}

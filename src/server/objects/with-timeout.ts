import { warn } from '../log.ts'

/**
 * The answer, or null when it failed or took longer than `timeoutMs`: for parts of a page that may be missing. `what`
 * names the source in the log; no message texts or people's data reach it.
 */
export async function orNull<Value>(what: string, timeoutMs: number, answer: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    warn(what, error)
    return null
  } finally {
    clearTimeout(timer)
  }
}

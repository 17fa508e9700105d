import { warn } from '../log.ts'

/** Long enough for an object that a deployment has just restarted. */
const pausesMs = [200, 1_000]

/** True if a call failed because the object is overloaded; calling again makes that worse. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof Error && 'overloaded' in error && error.overloaded === true
}

/**
 * Calls up to three times, with 0.2 s and 1 s in between; throws the last error, and that of an overloaded object immediately.
 * `what` names the call in the log.
 */
export async function retry<Value>(what: string, call: () => Promise<Value>): Promise<Value> {
  for (const pauseMs of pausesMs) {
    try {
      return await call()
    } catch (error) {
      if (isOverloaded(error)) throw error
      warn(what, error)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return call()
}

import { warn } from '../log.ts'

/** Long enough for an object that a deployment has just restarted. */
const pausesMs = [200, 1_000]

/** Calls up to three times, with 0.2 s and 1 s in between; throws the last error. `what` names the call in the log. */
export async function retry<Value>(what: string, call: () => Promise<Value>): Promise<Value> {
  for (const pauseMs of pausesMs) {
    try {
      return await call()
    } catch (error) {
      warn(what, error)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return call()
}

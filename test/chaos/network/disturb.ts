import type { ChaosClient } from '../client.ts'
import type { Disturbance } from '../plan.ts'

/** Disturbs the line of a client; what it gives back ends that. */
export function disturb(client: ChaosClient, step: Disturbance): (() => void) | undefined {
  const { line } = client
  switch (step.kind) {
    case 'reset':
      line.reset()
      return undefined
    case 'cut':
      line.cut()
      return undefined
    case 'blackHole':
      line.blackHole(step.direction, true)
      return () => line.blackHole(step.direction, false)
    case 'delay':
      line.delay(step.direction, step.ms)
      return () => line.delay(step.direction, 0)
    case 'throttle':
      line.throttle(step.direction, step.bytesPerSecond)
      return () => line.throttle(step.direction, Infinity)
    case 'refuse':
      line.refuse(true)
      return () => line.refuse(false)
    case 'wall':
      line.wall(true)
      return () => {
        line.wall(false)
        client.look()
      }
    default:
      return step satisfies never
  }
}

import type { TestProject } from 'vitest/node'
import { startPushService } from './push-service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    pushOrigin: string
  }
}

/** One push service for all tests of the worker; each creates its own subscriptions. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await startPushService()
  project.provide('pushOrigin', service.origin)
  return () => service.close()
}

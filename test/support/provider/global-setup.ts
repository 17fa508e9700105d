import type { TestProject } from 'vitest/node'
import { startProvider } from './provider.ts'

declare module 'vitest' {
  interface ProvidedContext {
    providerOrigin: string
  }
}

/** One provider for all tests of the worker; each request says what it should do. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const provider = await startProvider()
  project.provide('providerOrigin', provider.origin)
  return () => provider.close()
}

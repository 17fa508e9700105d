import { afterAll, beforeAll, describe, vi } from 'vitest'
import { startEmpty } from './stores.ts'

/** Runs test files in one runtime, one after another, each from empty stores. */
export function together(files: Readonly<Record<string, () => Promise<unknown>>>): void {
  for (const [path, load] of Object.entries(files)) {
    describe(path, async () => {
      beforeAll(startEmpty)
      await load()
      afterAll(() => {
        vi.useRealTimers()
        vi.restoreAllMocks()
        vi.unstubAllGlobals()
      })
    })
  }
}

import { afterAll, beforeAll, describe, vi } from 'vitest'
import { startEmpty } from './stores.ts'

/** Runs test files in one runtime, one after another, each from empty stores: the set-up has emptied them for the first. */
export function together(files: Readonly<Record<string, () => Promise<unknown>>>): void {
  for (const [index, [path, load]] of Object.entries(files).entries()) {
    describe(path, async () => {
      if (index > 0) beforeAll(startEmpty)
      await load()
      afterAll(() => {
        vi.useRealTimers()
        vi.restoreAllMocks()
        vi.unstubAllGlobals()
      })
    })
  }
}

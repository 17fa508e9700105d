import { dirname } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { folderOfGroups } from './worker-groups.ts'

/** They start servers, and would run alone at the end while a core is idle. */
const longest = ['test/build/dev-start.test.ts', 'test/build/first-start.test.ts']

/**
 * Starts the longest files first, and groups of worker files in their order. Vitest itself knows how long files take only where
 * it has run before; elsewhere it takes the largest first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rankOf = ({ moduleId }: TestSpecification) => longest.findIndex((path) => moduleId.endsWith(path))
    const isGroup = ({ moduleId }: TestSpecification) => dirname(moduleId).endsWith(folderOfGroups)
    const first = sorted.filter((file) => rankOf(file) >= 0).toSorted((one, other) => rankOf(one) - rankOf(other))
    const groups = sorted.filter(isGroup).toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1))
    const others = sorted.filter((file) => !first.includes(file) && !groups.includes(file))
    return [...first, ...others, ...groups]
  }
}

import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Within the project. */
export const folderOfGroups = '.wrangler/worker-tests'

/**
 * Files that share a runtime. Its start, with nearly a thousand modules, takes longer than most files, and each of its pages
 * loads modules once. Larger groups would leave a core idle at the end.
 */
const filesPerGroup = 20

/**
 * They start first, each in a runtime of its own: encounters take as long as two or three others, and realtime mostly waits for
 * time to pass, so that a core would be idle at the end.
 */
const firstFolders = ['test/worker/encounters', 'test/worker/realtime']

/**
 * Writes a test file for every few of the worker's test files, which imports them. Returns their paths, in the order in which
 * they should start. Every run of Vitest calls it, so that it leaves alone what another run may be reading.
 */
export function writeWorkerGroups(root: string): string[] {
  const folder = join(root, folderOfGroups)
  mkdirSync(folder, { recursive: true })
  const paths = groupFiles(globSync('test/worker/**/*.test.{ts,tsx}', { cwd: root })).map((files, index) => {
    const path = join(folder, `${String(index + 1).padStart(2, '0')}.test.ts`)
    const loads = files.map((file) => `  ${JSON.stringify(file)}: () => import(${JSON.stringify(join(root, file))}),\n`)
    const text = `import { together } from '#test/support/worker/together.ts'\n\ntogether({\n${loads.join('')}})\n`
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
    return path
  })
  for (const path of globSync(`${folder}/*.test.ts`)) if (!paths.includes(path)) rmSync(path)
  return paths
}

/** Files of one folder stay together, small folders share a group, and larger groups come before smaller ones. */
export function groupFiles(files: readonly string[]): string[][] {
  const first = firstFolders.map((folder) => files.filter((file) => dirname(file) === folder))
  const others = files.filter((file) => !firstFolders.includes(dirname(file)))
  const groups: string[][] = []
  for (const folder of Map.groupBy(others.toSorted(), dirname).values()) {
    const parts = Math.ceil(folder.length / filesPerGroup)
    const size = Math.ceil(folder.length / parts)
    for (let start = 0; start < folder.length; start += size) {
      const part = folder.slice(start, start + size)
      const withRoom = groups.find((group) => group.length + part.length <= filesPerGroup)
      if (withRoom) withRoom.push(...part)
      else groups.push(part)
    }
  }
  return [...first, ...groups.toSorted((one, other) => other.length - one.length)].filter(({ length }) => length > 0)
}

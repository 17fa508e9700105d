import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Files that share a runtime. Its start, with nearly a thousand modules, takes longer than most files, and each of its pages
 * loads modules once. Larger groups would leave a core idle at the end.
 */
const filesPerGroup = 15

/**
 * Writes a test file for every few of the worker's test files, which imports them. Returns their paths. Files of one folder stay
 * together; small folders share a group. Every run of Vitest calls it, so that it leaves alone what another run may be reading.
 */
export function writeWorkerGroups(root: string): string[] {
  const folder = join(root, '.wrangler/worker-tests')
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

export function groupFiles(files: readonly string[]): string[][] {
  const groups: string[][] = []
  for (const folder of Map.groupBy(files.toSorted(), dirname).values()) {
    const parts = Math.ceil(folder.length / filesPerGroup)
    const size = Math.ceil(folder.length / parts)
    for (let start = 0; start < folder.length; start += size) {
      const part = folder.slice(start, start + size)
      const last = groups.at(-1)
      if (parts === 1 && last && last.length + part.length <= filesPerGroup) last.push(...part)
      else groups.push(part)
    }
  }
  return groups
}

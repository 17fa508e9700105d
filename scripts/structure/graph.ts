import type { Source } from './sources.ts'

/**
 * The floors, from the ground up; docs/structure.md explains each. A file imports from its own folder and from the floors below
 * it. A folder without a floor counts as part of the top one.
 */
export const floors: readonly (readonly string[])[] = [
  ['shared'],
  ['db', 'ui'],
  ['server'],
  ['features'],
  ['objects', 'layouts', 'pages', 'seed'],
  ['client', 'worker'],
  ['service-worker'],
]

/** Folders of one floor that may import each other in this direction. */
const neighbours: Readonly<Record<string, string>> = { pages: 'layouts' }

export type Arrow = { from: string; to: string }

/** One arrow for each import of one file by another. */
export function arrowsOf(sources: readonly Source[]): Arrow[] {
  return sources.flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })))
}

/** `src/features/likes/contract.ts` → `features`. */
export const folderOf = (path: string) => path.split('/')[1] ?? ''

/** `src/features/auth/session/rules.ts` → `auth/session`, a part of auth; null outside the features. */
export function featureOf(path: string): string | null {
  return /^src\/features\/((?:auth|encounters)\/[\w-]+(?=\/)|[\w-]+)\//.exec(path)?.[1] ?? null
}

export function floorOf(folder: string): number {
  const floor = floors.findIndex((folders) => folders.includes(folder))
  return floor < 0 ? floors.length - 1 : floor
}

/** True for an import of a higher floor, and of another folder on the same floor that `neighbours` does not name. */
export function isUpward({ from, to }: Arrow): boolean {
  const [folder, target] = [folderOf(from), folderOf(to)]
  if (folder === target || neighbours[folder] === target) return false
  return floorOf(target) >= floorOf(folder)
}

/** Files that import each other in a loop, types included, by Tarjan's strongly connected components. */
export function circlesOf(arrows: readonly Arrow[]): string[][] {
  const next = Map.groupBy(arrows, ({ from }) => from)
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const circles: string[][] = []
  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    let lowest = index
    stack.push(node)
    open.add(node)
    for (const { to } of next.get(node) ?? []) {
      if (!order.has(to)) lowest = Math.min(lowest, visit(to))
      else if (open.has(to)) lowest = Math.min(lowest, order.get(to) ?? lowest)
    }
    low.set(node, lowest)
    if (lowest === index) {
      const circle = stack.splice(stack.indexOf(node))
      for (const member of circle) open.delete(member)
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return lowest
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node)
  return circles.toSorted((a, b) => b.length - a.length || (a[0] ?? '').localeCompare(b[0] ?? ''))
}

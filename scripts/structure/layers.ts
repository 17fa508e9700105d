import type { Arrow } from './graph.ts'

/** Rows from the top down: a node stands above all that its arrows lead to. The same arrows always give the same rows. */
export function layer(nodes: readonly string[], arrows: readonly Arrow[]): string[][] {
  const order = sequence(nodes, arrows)
  const at = new Map(order.map((node, index) => [node, index]))
  const down = arrows.filter(({ from, to }) => (at.get(from) ?? 0) < (at.get(to) ?? 0))
  const level = new Map<string, number>()
  // Goes from the end, so that the levels below a node are known before its own.
  for (const node of order.toReversed()) {
    const below = down.filter(({ from }) => from === node).map(({ to }) => level.get(to) ?? 0)
    level.set(node, below.length > 0 ? Math.max(...below) + 1 : 0)
  }
  const height = Math.max(...level.values())
  const rows = Array.from({ length: height + 1 }, (_, row) => nodes.filter((node) => level.get(node) === height - row).toSorted())
  return untangle(rows, arrows)
}

/**
 * Finds an order with few arrows against it (Eades, Lin and Smyth): sinks to the end, sources to the front, then the
 * heaviest.
 */
function sequence(nodes: readonly string[], arrows: readonly Arrow[]): string[] {
  const left = new Set(nodes.toSorted())
  const front: string[] = []
  const back: string[] = []
  while (left.size > 0) {
    const open = arrows.filter(({ from, to }) => left.has(from) && left.has(to))
    const weigh = (node: string) => open.filter(({ from }) => from === node).length - open.filter(({ to }) => to === node).length
    const sink = [...left].find((node) => !open.some(({ from }) => from === node))
    const source = [...left].find((node) => !open.some(({ to }) => to === node))
    const next = sink ?? source ?? [...left].reduce((best, node) => (weigh(node) > weigh(best) ? node : best))
    left.delete(next)
    if (next === sink) back.unshift(next)
    else front.push(next)
  }
  return [...front, ...back]
}

/** Moves each node towards the middle of its neighbours, so that fewer arrows cross. */
function untangle(rows: string[][], arrows: readonly Arrow[]): string[][] {
  for (let round = 0; round < 8; round++) {
    const x = new Map(rows.flatMap((row) => row.map((node, index) => [node, (index + 0.5) / row.length] as const)))
    const middle = (node: string) => {
      const others = arrows
        .filter(({ from, to }) => from === node || to === node)
        .map(({ from, to }) => (from === node ? to : from))
      return others.reduce((sum, other) => sum + (x.get(other) ?? 0.5), 0) / Math.max(1, others.length)
    }
    rows = rows.map((row) => row.toSorted((a, b) => middle(a) - middle(b) || a.localeCompare(b)))
  }
  return rows
}

import { arrowsOf, featureOf, floorOf, floors, folderOf, type Arrow } from './graph.ts'
import { layer } from './layers.ts'
import type { Source } from './sources.ts'

type Box = { x: number; y: number; width: number; height: number }

const width = 1200
const margin = 24
const boxHeight = 34
/** The space between two floors and between two rows of features. */
const floorGap = 46
const rowGap = 58

const style = `
  svg { --paper: #fffdf9; --ink: #2b1d2f; --box: #fff; --line: #8d8191; --frame: #f5eff0; --up: #c8321f; color-scheme: light dark; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #1b1520; --ink: #f0e8ee; --box: #2c2332; --line: #8f8296; --frame: #231b29; --up: #ff7a62; }
  }
  .paper { fill: var(--paper); } .frame { fill: var(--frame); }
  .box { fill: var(--box); stroke: var(--line); }
  text { fill: var(--ink); font: 14px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
  .floor { font-size: 12px; text-anchor: start; fill: var(--line); }
  .down { fill: none; stroke: var(--line); stroke-width: 1.2; opacity: 0.75; } .up { fill: none; stroke: var(--up); stroke-width: 1.8; }
  .head { fill: var(--line); } .head-up { fill: var(--up); }
`

/**
 * Draws the folders of src on their floors and the features within theirs. The picture changes only when a folder or a
 * feature begins or ceases to import another one.
 */
export function drawStructure(sources: readonly Source[]): string {
  const arrows = arrowsOf(sources)
  const features = between(arrows, featureOf)
  const names = [...new Set(sources.flatMap(({ path }) => featureOf(path) ?? []))]
  const folders = [...new Set(sources.map(({ path }) => folderOf(path)))].filter((folder) => !folder.includes('.'))
  const rows = layer(names, features)
  const { boxes, frame, height } = place(folders, rows)
  const drawn = [
    ...shortest(between(arrows, folderOf), floorOf).map(({ from, to }) => ({ from: `/${from}`, to: `/${to}` })),
    ...shortest(features, (name) => -rows.findIndex((row) => row.includes(name))),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Who imports whom in src">
<style>${style}</style>
<defs>${head('head')}${head('head-up')}</defs>
<rect class="paper" width="${width}" height="${height}"/>
${rect('frame', frame)}
${drawArrows(drawn, boxes).join('\n')}
${[...boxes]
  .filter(([, box]) => box !== frame)
  .map(([name, box]) => drawBox(name, box))
  .join('\n')}
<text class="floor" x="${frame.x + 12}" y="${frame.y + 14}">features</text>
</svg>
`
}

/** The arrows between the groups that `nameOf` puts files into, each once, in a fixed order. */
function between(arrows: readonly Arrow[], nameOf: (path: string) => string | null): Arrow[] {
  const keys = arrows.flatMap(({ from, to }) => {
    const [a, b] = [nameOf(from), nameOf(to)]
    return a === null || b === null || a === b ? [] : [`${a} ${b}`]
  })
  return [...new Set(keys)].toSorted().map((key) => {
    const [from = '', to = ''] = key.split(' ')
    return { from, to }
  })
}

/** Leaves out the arrows down that a longer path down implies. A higher `levelOf` stands above. */
function shortest(arrows: readonly Arrow[], levelOf: (name: string) => number): Arrow[] {
  const isDown = ({ from, to }: Arrow) => levelOf(from) > levelOf(to)
  const down = Map.groupBy(arrows.filter(isDown), ({ from }) => from)
  const reaches = (from: string, to: string): boolean =>
    (down.get(from) ?? []).some((arrow) => arrow.to === to || reaches(arrow.to, to))
  return arrows.filter((arrow) => {
    const others = (down.get(arrow.from) ?? []).filter(({ to }) => to !== arrow.to)
    return !isDown(arrow) || !others.some(({ to }) => reaches(to, arrow.to))
  })
}

/** The positions of all boxes. Folders are called `/shared`, features by their names. */
function place(folders: readonly string[], rows: readonly string[][]) {
  const boxes = new Map<string, Box>()
  const spread = (names: readonly string[], y: number, least: number) => {
    const widths = names.map((name) => Math.max(least, name.length * 8 + 24))
    const gap = (width - 4 * margin - widths.reduce((sum, each) => sum + each, 0)) / (names.length + 1)
    let x = 2 * margin + gap
    for (const [index, name] of names.entries()) {
      boxes.set(name, { x, y, width: widths[index] ?? least, height: boxHeight })
      x += (widths[index] ?? least) + gap
    }
  }
  let y = margin
  let frame: Box = { x: 0, y: 0, width: 0, height: 0 }
  for (const floor of floors.toReversed()) {
    if (floor.includes('features')) {
      frame = { x: margin, y, width: width - 2 * margin, height: rows.length * (boxHeight + rowGap) - rowGap + 2 * margin }
      boxes.set('/features', frame)
      for (const [index, row] of rows.entries()) spread(row, y + margin + index * (boxHeight + rowGap), 60)
    } else
      spread(
        floor.filter((folder) => folders.includes(folder)).map((folder) => `/${folder}`),
        y,
        150,
      )
    y += (floor.includes('features') ? frame.height : boxHeight) + floorGap
  }
  return { boxes, frame, height: y - floorGap + margin }
}

/** Every arrow leaves and arrives at a point of its own on the edge of its box, in the order of the other ends. */
function drawArrows(arrows: readonly Arrow[], boxes: ReadonlyMap<string, Box>): string[] {
  const ends = arrows.flatMap((arrow) => {
    const [from, to] = [boxes.get(arrow.from), boxes.get(arrow.to)]
    return from && to ? [{ from, to, goesDown: from.y < to.y }] : []
  })
  const middle = ({ x, width: own }: Box) => x + own / 2
  const port = (box: Box, other: Box, isBottom: boolean) => {
    const here = ends.flatMap(({ from, to, goesDown }) => {
      if (from === box && goesDown === isBottom) return [to]
      return to === box && goesDown !== isBottom ? [from] : []
    })
    const place = here.toSorted((a, b) => middle(a) - middle(b) || a.y - b.y).indexOf(other)
    return { x: box.x + ((place + 1) / (here.length + 1)) * box.width, y: isBottom ? box.y + box.height : box.y }
  }
  return ends.map(({ from, to, goesDown }) => {
    const [start, end] = [port(from, to, goesDown), port(to, from, !goesDown)]
    const bend = (end.y - start.y) / 2 || -floorGap
    const curve = [start.x, start.y + bend, end.x, end.y - bend, end.x, end.y].map(Math.round)
    const kind = goesDown ? 'down' : 'up'
    const path = `M${Math.round(start.x)} ${Math.round(start.y)}C${curve.join(' ')}`
    return `<path class="${kind}" d="${path}" marker-end="url(#${goesDown ? 'head' : 'head-up'})"/>`
  })
}

function drawBox(name: string, box: Box): string {
  const [x, y] = [Math.round(box.x + box.width / 2), box.y + box.height / 2]
  return `${rect('box', box)}<text x="${x}" y="${y}">${name.replace(/^\//, '')}</text>`
}

function rect(kind: string, { x, y, width: wide, height }: Box): string {
  return `<rect class="${kind}" x="${Math.round(x)}" y="${y}" width="${Math.round(wide)}" height="${height}" rx="8"/>`
}

const head = (id: string) =>
  `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path class="${id}" d="M0 0 8 4 0 8Z"/></marker>`

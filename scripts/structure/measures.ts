import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arrowsOf, circlesOf, featureOf, isUpward, type Arrow } from './graph.ts'
import { houseWordsOf } from './house-words.ts'
import type { Source } from './sources.ts'

/** One figure with its limit, if it has one, and a line for each occurrence. */
export type Measure = { name: string; value: number; goal: number | null; places: string[] }

const longest = 350
const broadest = 25
const longestFunction = 80
const mostParameters = 4
/** The wire format is meant to be on one page. */
const longOnPurpose = new Set(['src/shared/realtime/wire.ts', 'src/shared/wire.ts'])

export function measure(root: string, sources: readonly Source[]): Measure[] {
  const arrows = arrowsOf(sources)
  const circles = circlesOf(arrows)
  const edges = featureEdges(arrows)
  const long = filesOf(root, 'src/**/*.{ts,tsx,css}')
    .map((path) => ({ path, lines: countLines(join(root, path)) }))
    .filter(({ path, lines }) => lines > longest && !longOnPurpose.has(path))
  const broad = [...countFiles(root)].filter(([, files]) => files > broadest)
  const words = sources.flatMap(houseWordsOf)
  return [
    { name: 'files', value: sources.length, goal: null, places: [] },
    { name: 'imports', value: arrows.length, goal: null, places: [] },
    placed('upward arrows', 0, arrows.filter(isUpward).map(sayArrow)),
    placed(
      'import circles',
      0,
      circles.map((circle) => circle.join(' ⇄ ')),
    ),
    { name: 'files in circles', value: circles.flat().length, goal: 0, places: [] },
    placed('features in circles', 0, circlesOf(edges).flat()),
    placed('edges between features', 115, edges.map(sayArrow)),
    placed(
      `files over ${longest} lines`,
      0,
      long.map(({ path, lines }) => `${path}: ${lines}`),
    ),
    placed(
      `folders over ${broadest} files`,
      0,
      broad.map(([folder, files]) => `${folder}: ${files}`),
    ),
    placed(
      `functions over ${longestFunction} lines`,
      null,
      sources.flatMap(({ path, functions }) =>
        functions.filter(({ lines }) => lines > longestFunction).map(({ name, lines }) => `${path}: ${name} ${lines}`),
      ),
    ),
    placed(
      `functions of over ${mostParameters} parameters`,
      null,
      sources.flatMap(({ path, functions }) =>
        functions.filter(({ parameters }) => parameters > mostParameters).map(({ name }) => `${path}: ${name}`),
      ),
    ),
    placed('build plugins of our own', 10, pluginsOf(root)),
    { name: 'lines under scripts', value: linesUnder(root, 'scripts/**/*.*'), goal: 14_000, places: [] },
    summed('any, non-null and ts-ignore', 0, sources, ({ unchecked }) => unchecked),
    summed('casts', 30, sources, ({ casts }) => casts),
    { name: 'actions', value: new Set(sources.flatMap(({ addresses }) => addresses)).size, goal: null, places: [] },
    placed(
      'actions mounted by hand',
      0,
      sources.flatMap(({ path, mounted }) => mounted.map((at) => `${path}: ${at}`)),
    ),
    summed('house words', 0, sources, (source) => houseWordsOf(source).length),
    { name: 'sources with house words', value: new Set(words.map(({ path }) => path)).size, goal: 0, places: [] },
  ]
}

export function valueOf(measures: readonly Measure[], name: string): Measure {
  const found = measures.find((each) => each.name === name)
  if (!found) throw new Error(`No measure is called "${name}".`)
  return found
}

function placed(name: string, goal: number | null, places: string[]): Measure {
  return { name, value: places.length, goal, places }
}

function summed(name: string, goal: number, sources: readonly Source[], countIn: (source: Source) => number): Measure {
  const counted = sources.map((source) => [source.path, countIn(source)] as const).filter(([, count]) => count > 0)
  const places = counted.toSorted(([, a], [, b]) => b - a).map(([path, count]) => `${path}: ${count}`)
  return { name, value: counted.reduce((sum, [, count]) => sum + count, 0), goal, places }
}

const sayArrow = ({ from, to }: Arrow) => `${from} → ${to}`

/** Which feature uses which, each pair once. For a part, the contract of its whole is no other feature. */
function featureEdges(arrows: readonly Arrow[]): Arrow[] {
  const pairs = arrows.flatMap(({ from, to }) => {
    const [user, used] = [featureOf(from), featureOf(to)]
    const isOwn = user === used || user?.startsWith(`${used}/`)
    return user && used && !isOwn ? [`${user} ${used}`] : []
  })
  return [...new Set(pairs)].toSorted().map((pair) => {
    const [from = '', to = ''] = pair.split(' ')
    return { from, to }
  })
}

/** Counts the files directly in each folder, without the migrations, whose list only grows. */
function countFiles(root: string): Map<string, number> {
  const files = filesOf(root, 'src/**/*.*').filter((path) => !path.startsWith('src/db/migrations/'))
  return new Map([...Map.groupBy(files, dirname)].map(([folder, inside]) => [folder, inside.length]))
}

const pluginsOf = (root: string) =>
  filesOf(root, 'scripts/build/*.ts').filter((path) => /^\s+name: 'kismet:/m.test(readFileSync(join(root, path), 'utf8')))

const linesUnder = (root: string, pattern: string) =>
  filesOf(root, pattern).reduce((sum, path) => sum + countLines(join(root, path)), 0)

const filesOf = (root: string, pattern: string) => globSync(pattern, { cwd: root }).toSorted()
const countLines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1

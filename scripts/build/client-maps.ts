import { readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { keptBuilds } from './kept-files.ts'

/** Where the browsers' source maps of each build are stored: beside the served folder, never in it. */
const mapsFolder = 'dist/maps'

/**
 * Moves the maps of a build's scripts from the served folder to `dist/maps/{build}`, where `scripts/decode-stack.ts` reads them.
 * Maps contain our sources. Those of older builds are deleted.
 */
export async function moveMaps(servedFolder: string, target: string = mapsFolder): Promise<void> {
  const { id } = JSON.parse(await readFile(join(servedFolder, 'builds/latest.json'), 'utf8')) as { id: string }
  const folder = join(target, id)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const assets = join(servedFolder, 'assets')
  const maps = (await readdir(assets)).filter((name) => name.endsWith('.map'))
  await Promise.all(maps.map((name) => rename(join(assets, name), join(folder, name))))
  const changedAt = (name: string) => statSync(join(target, name)).mtimeMs
  const builds = (await readdir(target)).toSorted((one, other) => changedAt(other) - changedAt(one))
  await Promise.all(builds.slice(keptBuilds).map((name) => rm(join(target, name), { recursive: true })))
}

/**
 * Names the source of a frame as reported by browsers, such as `start-zM8kVSZ.js:1:204` → `src/client/time-zone.ts:12:3`. Returns
 * the frame itself if its map is missing or has no entry for it.
 */
export function decodeFrame(frame: string, build: string, folder: string = mapsFolder): string {
  const [file = '', line = '', column = ''] = frame.split(':')
  const path = join(folder, build, `${file}.map`)
  if (!/^[\w.-]+\.js$/.test(file) || !statSync(path, { throwIfNoEntry: false })) return frame
  // Browsers count lines and columns from 1, maps from 0.
  const entry = new SourceMap(JSON.parse(readFileSync(path, 'utf8'))).findEntry(Number(line) - 1, Number(column) - 1)
  // Code that the bundler added has a map, but no source.
  if (!('originalSource' in entry) || !entry.originalSource) return frame
  const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '')
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileKeyOf } from '#shared/kept-files.ts'

export type KeptFile = { key: string; path: string; contentType: string }
/** The keys of one build's files, as recorded by the deployment. `wentOut`: it has received all requests. */
export type KeptBuild = { id: string; keys: readonly string[]; wentOut: boolean }

/** The current build and the two before it (docs/offline.md). */
export const keptBuilds = 3

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.mp3': 'audio/mpeg',
}

/**
 * Lists the files of the build in `clientDir` that a later deployment must still serve, for the bucket BUILDS. Put them there
 * before the build gets its first request: in a gradual deployment, each build receives requests for the other's files.
 */
export async function listKeptFiles(clientDir: string): Promise<KeptFile[]> {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    const key = entry.isFile() ? fileKeyOf(relative(clientDir, path).split(sep).join('/')) : null
    return key === null ? [] : [{ key, path, contentType: contentTypes[extname(path)] ?? 'application/octet-stream' }]
  })
}

/**
 * Lists the source maps of a build's scripts in `mapsDir`, under keys that the worker never serves; none if that folder is
 * missing.
 */
export async function listSourceMaps(mapsDir: string, build: string): Promise<KeptFile[]> {
  const folder = join(mapsDir, build)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.map((name) => ({ key: `maps/${build}/${name}`, path: join(folder, name), contentType: 'application/json' }))
}

/**
 * Returns the builds whose files stay, given all builds, newest first. A build that was rolled back does not count, so that even
 * after three of them the current one's tabs still find their files.
 */
export function listWantedBuilds(builds: readonly KeptBuild[]): KeptBuild[] {
  const oldest = builds.filter(({ wentOut }) => wentOut)[keptBuilds - 1]
  return oldest ? builds.slice(0, builds.indexOf(oldest) + 1) : [...builds]
}

/** Returns the keys that can be deleted, given all builds with kept files, newest first. */
export function listStaleKeys(builds: readonly KeptBuild[]): string[] {
  const wanted = new Set(listWantedBuilds(builds).flatMap(({ keys }) => keys))
  return [...new Set(builds.flatMap(({ keys }) => keys)).difference(wanted)]
}

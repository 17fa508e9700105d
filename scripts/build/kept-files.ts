import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileKeyOf } from '#shared/kept-files.ts'

export type KeptFile = { key: string; path: string; contentType: string }
/** The keys of one build's files, as the deployment remembers them. */
export type KeptBuild = { id: string; keys: readonly string[] }

/** The present build and the two before it (docs/offline.md). */
const keptBuilds = 3

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
 * before the build gets its first request: with a gradual deployment, both builds are asked for both builds' files.
 */
export async function listKeptFiles(clientDir: string): Promise<KeptFile[]> {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    const key = entry.isFile() ? fileKeyOf(relative(clientDir, path).split(sep).join('/')) : null
    return key === null ? [] : [{ key, path, contentType: contentTypes[extname(path)] ?? 'application/octet-stream' }]
  })
}

/** Returns the keys that can be deleted, given all builds of which files are kept, the newest first. */
export function listStaleKeys(builds: readonly KeptBuild[]): string[] {
  const wanted = new Set(builds.slice(0, keptBuilds).flatMap(({ keys }) => keys))
  const stored = new Set(builds.slice(keptBuilds).flatMap(({ keys }) => keys))
  return [...stored.difference(wanted)]
}

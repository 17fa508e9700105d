import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Manifest } from 'vite'

/** Vite's client manifest of the last build. If there is none, throws an error that names the fix. */
export function readClientManifest(clientDir: string): Manifest {
  const path = join(clientDir, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`npm run build\` first`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

export type PageFiles = {
  scripts: ReadonlySet<string>
  styles: ReadonlySet<string>
}

/** The files that the browser loads for these manifest keys, with all their static imports. */
export function filesOf(manifest: Manifest, keys: readonly string[]): PageFiles {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The client manifest has no "${key}"`)
    scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return { scripts, styles }
}

/** The smallest number of dynamic imports on a path from `from` to `to`: 0 means static imports only, Infinity no path. */
export function dynamicDepth(manifest: Manifest, from: string, to: string): number {
  const depths = new Map([[from, 0]])
  // Searches breadth first. Static imports cost nothing, because they are preloaded and arrive together.
  const queue = [from]
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    const depth = depths.get(key) ?? 0
    const visit = (next: string, nextDepth: number) => {
      if ((depths.get(next) ?? Number.POSITIVE_INFINITY) <= nextDepth) return
      depths.set(next, nextDepth)
      if (nextDepth === depth) queue.unshift(next)
      else queue.push(next)
    }
    for (const next of manifest[key]?.imports ?? []) visit(next, depth)
    for (const next of manifest[key]?.dynamicImports ?? []) visit(next, depth + 1)
  }
  return depths.get(to) ?? Number.POSITIVE_INFINITY
}

/** Bytes on the wire for these files, each compressed with brotli at its highest quality, as static assets are. */
export function brotliBytes(clientDir: string, files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) {
    const path = join(clientDir, file)
    const known = knownLengths.get(path) ?? brotliLength(readFileSync(path))
    knownLengths.set(path, known)
    bytes += known
  }
  return bytes
}

/** Cached by path: most pages share most files, and the highest quality is slow. Built files have a hash in their names. */
const knownLengths = new Map<string, number>()

export function brotliLength(data: Uint8Array, quality: number = constants.BROTLI_MAX_QUALITY): number {
  return brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length
}

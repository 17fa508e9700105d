import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { routeList } from '#shared/routing/routes.ts'
import { hashRoutes } from '../../../scripts/build/route-hashes.ts'

export type NextBuild = { dist: string; id: string; remove: () => void }

/**
 * Creates the following build from the current one, as if the code of one page had changed. It is in a separate folder, with
 * another identifier and another file for that page.
 */
export function makeNextBuild(changedPage: string): NextBuild {
  const dist = mkdtempSync(join(tmpdir(), 'kismet-next-build-'))
  cpSync('dist', dist, { recursive: true })
  const client = join(dist, 'client')
  const before = (JSON.parse(readFileSync(join(client, 'builds/latest.json'), 'utf8')) as { id: string }).id
  const id = [...before].reverse().join('')
  if (id === before) throw new Error(`The identifier ${before} reads the same from both ends`)

  const manifestPath = join(client, '.vite/manifest.json')
  const file = readManifest(manifestPath)[`src/pages/${changedPage}/page.tsx`]?.file ?? ''
  const changed = file.replace(/-[\w-]{7}\.js$/, '-changed.js')
  renameSync(join(client, file), join(client, changed))
  renameSync(join(client, 'locales', before), join(client, 'locales', id))
  for (const path of textFiles(dist)) {
    const text = readFileSync(path, 'utf8')
    const next = text.replaceAll(before, id).replaceAll(nameOf(file), nameOf(changed))
    if (next !== text) writeFileSync(path, next)
  }

  const hashes = hashRoutes(routeList, readManifest(manifestPath), (namespace) => namespace)
  const untouched = hashRoutes(routeList, readManifest('dist/client/.vite/manifest.json'), (namespace) => namespace)
  const meta = join(client, 'builds/meta', `${before}.json`)
  const { routes, ...rest } = JSON.parse(readFileSync(meta, 'utf8')) as { routes: Record<string, { key: string; hash: string }> }
  for (const route of Object.values(routes)) if (hashes[route.key] !== untouched[route.key]) route.hash = hashes[route.key] ?? ''
  rmSync(meta)
  writeFileSync(join(client, 'builds/meta', `${id}.json`), JSON.stringify({ ...rest, routes }))
  return { dist, id, remove: () => rmSync(dist, { recursive: true, force: true }) }
}

const nameOf = (file: string) => file.replace(/^assets\//, '')

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'))

function textFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:js|json|css|mjs|bin|txt)$|manifest/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

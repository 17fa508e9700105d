import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, Plugin, ResolvedConfig } from 'vite'
import { locales } from '#shared/i18n/locales.ts'
import { dataFile } from './data-files.ts'
import { hashSources } from './hash-sources.ts'
import { hashRoutes } from './route-hashes.ts'
import { readNamespaces } from './read-messages.ts'

const manifestPath = 'dist/client/.vite/manifest.json'
const ids = { manifest: 'virtual:client-manifest', build: 'virtual:build' }

/**
 * Gives the worker the facts of the client build: `virtual:client-manifest` (Vite's manifest) and `virtual:build` (its
 * identifier). Writes `/builds/latest.json`, which browsers poll to detect a new deployment (spec §4), and
 * `/builds/meta/{id}.json` with the route rules (spec §7). Each rule has the hash of what its page needs: a tab of another build
 * can still open pages that did not change (docs/offline.md). The identifier is the hash of the sources. So any change in client,
 * worker or texts makes a deployment another build, and a corrected text gets another URL.
 */
export function buildFacts(): Plugin {
  let config: ResolvedConfig
  const timestamp = Date.now()

  const readManifest = () => (config.command === 'build' && existsSync(manifestPath) ? readFileSync(manifestPath, 'utf8') : null)
  let hash: Promise<string> | undefined
  /** Computed once: a file saved during a build must not give client and worker two identifiers. */
  const buildId = async () => (config.command === 'build' ? (await (hash ??= hashSources())).slice(0, 12) : 'development0')

  return {
    name: 'kismet:build-facts',
    sharedDuringBuild: true,
    configResolved(resolved) {
      config = resolved
    },
    resolveId(id) {
      if (id === ids.manifest || id === ids.build) return `\0${id}`
      return undefined
    },
    async load(id) {
      if (id === `\0${ids.manifest}`) {
        const files = filesByModule(readManifest())
        if (config.command !== 'build') return `export default ${files}`
        const { fileName, source } = dataFile('client-manifest')
        this.emitFile({ type: 'asset', fileName, source: files })
        return `import data from '${source}'; export default JSON.parse(new TextDecoder().decode(data))`
      }
      if (id === `\0${ids.build}`) {
        const isDevelopment = config.command === 'serve' && !process.env['VITEST']
        return `export const build = ${JSON.stringify({ id: await buildId(), timestamp })}; export const isDevelopment = ${isDevelopment}`
      }
      return undefined
    },
    async writeBundle(options) {
      if (this.environment.name !== 'client' || !options.dir) return
      const { routeList } = await import('#shared/routing/routes.ts')
      const folder = join(options.dir, 'builds')
      await mkdir(join(folder, 'meta'), { recursive: true })
      const build = { id: await buildId(), timestamp }
      const texts = await copyMessages(join(options.dir, 'locales', build.id))
      const hashes = hashRoutes(routeList, JSON.parse(readManifest() ?? '{}'), (namespace) => texts.get(namespace) ?? '')
      const rules = Object.fromEntries(
        routeList.map(({ key, path, auth, rules, layout }) => [path, { key, auth, rules, layout, hash: hashes[key] }]),
      )
      await writeFile(join(folder, 'latest.json'), JSON.stringify(build))
      await writeFile(join(folder, 'meta', `${build.id}.json`), JSON.stringify({ ...build, routes: rules }))
    },
  }
}

/** The part of Vite's manifest that a page's links need. */
function filesByModule(manifest: string | null): string {
  if (!manifest) return 'null'
  const chunks: Manifest = JSON.parse(manifest)
  const entries = Object.entries(chunks).filter(([key]) => !key.endsWith('.css'))
  return JSON.stringify(Object.fromEntries(entries.map(([key, { file, css, imports }]) => [key, { file, css, imports }])))
}

/**
 * Writes every namespace as a separate file, for pages that the client navigates to (src/client/load-messages.ts). Returns the
 * texts of each in all languages.
 */
async function copyMessages(target: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { code } of locales) {
    await mkdir(join(target, code), { recursive: true })
    for (const [namespace, messages] of Object.entries(await readNamespaces(code))) {
      const text = JSON.stringify(messages)
      texts.set(namespace, (texts.get(namespace) ?? '') + text)
      await writeFile(join(target, code, `${namespace}.json`), text)
    }
  }
  return texts
}

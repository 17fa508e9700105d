import manifest from 'virtual:client-manifest'
import type { PageModules } from '#shared/bootstrap.ts'
import type { PageKind } from '#shared/page-kind.ts'

/** An entry of Vite's client manifest. */
export type ManifestChunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
export type Manifest = Record<string, ManifestChunk>

export type PageAssets = {
  /** The module script that starts the page. */
  entry: string
  /** Chunks that the entry will import: preloaded together, so that no import waits for another. */
  preloads: string[]
  styles: string[]
  modules: PageModules
}

/** Scripts and styles of one page. In development there is no manifest and Vite serves the sources. */
export function assetsOf(pageKey: string, layoutKey: string, kind: PageKind): PageAssets {
  if (manifest) return builtAssets(manifest, pageKey, layoutKey, kind)
  return {
    entry: `/src/client/dev-${kind === 'member' ? 'member' : 'guest'}.ts`,
    preloads: [],
    styles: [],
    modules: modulesOf(pageKey, layoutKey, kind, (source) => `/${source}`),
  }
}

/** Pages outside the signed-in area start with the small entry and preload no script. */
export function builtAssets(chunks: Manifest, pageKey: string, layoutKey: string, kind: PageKind): PageAssets {
  const closure = (...sources: string[]) => {
    const scripts = new Set<string>()
    const styles = new Set<string>()
    for (const source of sources) collect(chunks, source, scripts, styles)
    return { scripts, styles }
  }
  const page = [pageSource(pageKey), layoutSource(layoutKey)]
  const isMember = kind === 'member'
  const scripts = isMember ? closure('src/client/hydrate.tsx', ...page).scripts : new Set<string>()
  const modules = modulesOf(pageKey, layoutKey, kind, (source) => address(chunks[source]?.file ?? ''))
  if (kind === 'entry') {
    const formScripts = closure(pageSource(pageKey)).scripts.difference(closure('src/client/hydrate-entry.tsx').scripts)
    modules.imports = [...formScripts].map(address).filter((file) => file !== modules.page)
  }
  const file = chunks[isMember ? 'src/client/entry.ts' : 'src/client/guest-entry.ts']?.file
  if (!file) throw new Error('The client manifest lacks an entry: build the client before the worker')
  return {
    entry: address(file),
    preloads: [...scripts].map(address),
    styles: [...closure('src/client/styles.ts', ...page).styles].map(address),
    modules,
  }
}

const pageSource = (key: string) => `src/pages/${key}/page.tsx`
const layoutSource = (key: string) => `src/layouts/frames/${key}.tsx`
const address = (file: string) => `/${file}`

function modulesOf(page: string, layout: string, kind: PageKind, addressOf: (source: string) => string): PageModules {
  return {
    page: page === 'not-found' ? null : addressOf(pageSource(page)),
    layout: kind === 'member' ? addressOf(layoutSource(layout)) : null,
    imports: [],
  }
}

function collect(chunks: Manifest, key: string, files: Set<string>, styles: Set<string>): void {
  const chunk = chunks[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const name of chunk.imports ?? []) collect(chunks, name, files, styles)
  for (const style of chunk.css ?? []) styles.add(style)
}

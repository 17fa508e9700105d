import manifest from 'virtual:client-manifest'
import type { PageModules } from '#shared/bootstrap.ts'
import type { PageKind } from '#shared/routing/page-kind.ts'
import type { PageComponent } from '#shared/react/lazy-component.tsx'
import { entryForms, type EntryForm } from '#ui/forms/form-root.tsx'

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

/** What a document is made of: its page, its layout, and lazy components beside these. */
export type DocumentSources = { pageKey: string; layoutKey: string; kind: PageKind; parts?: readonly PageComponent[] }

/** Scripts and styles of one page and its lazy components. In development there is no manifest and Vite serves the sources. */
export function assetsOf(sources: DocumentSources): PageAssets {
  if (manifest) return builtAssets(manifest, sources)
  const { pageKey, layoutKey, kind } = sources
  return {
    entry: `/src/client/dev-${kind === 'member' ? 'member' : 'guest'}.ts`,
    preloads: [],
    styles: [],
    modules: modulesOf(pageKey, layoutKey, kind, (source) => [`/${source}`]),
  }
}

/** Pages outside the signed-in area start with the small entry and preload no script. */
export function builtAssets(chunks: Manifest, { pageKey, layoutKey, kind, parts = [] }: DocumentSources): PageAssets {
  const closure = (...sources: string[]) => {
    const scripts = new Set<string>()
    const styles = new Set<string>()
    for (const source of sources) collect(chunks, source, scripts, styles)
    return { scripts, styles }
  }
  const sourceOfComponent = ({ source }: PageComponent) => source
  const page = [
    sourceOf(pageKey, 'page'),
    layoutSource(layoutKey),
    ...parts.filter(({ isHeld }) => !isHeld).map(sourceOfComponent),
  ]
  const missing = parts.find(({ source }) => !chunks[source])
  if (missing) throw new Error(`The client manifest lacks the part ${missing.source}`)
  const isMember = kind === 'member'
  const start = closure(isMember ? 'src/client/hydrate.tsx' : 'src/client/hydrate-entry.tsx').scripts
  const entry = chunks[isMember ? 'src/client/entry.ts' : 'src/client/guest-entry.ts']?.file
  if (!entry) throw new Error('The client manifest lacks an entry: build the client before the worker')
  return {
    entry: address(entry),
    preloads: isMember ? [...start.union(closure(...page).scripts)].map(address) : [],
    styles: [...closure('src/client/styles.ts', ...page, ...parts.map(sourceOfComponent)).styles].map(address),
    modules: modulesOf(pageKey, layoutKey, kind, (source) => [...closure(source).scripts.difference(start)].map(address)),
  }
}

/** Script and styles of the shell: /_shell/{locale}. */
export function shellAssets(chunks: Manifest | null = manifest): Pick<PageAssets, 'entry' | 'preloads' | 'styles'> {
  const entry = chunks?.['src/client/pwa/shell-entry.ts']?.file
  if (!chunks || !entry) return { entry: '/src/client/pwa/shell-entry.ts', preloads: [], styles: [] }
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  for (const source of ['src/client/styles.ts', layoutSource('protected')]) collect(chunks, source, new Set(), styles)
  for (const source of ['src/client/pwa/shell.tsx', layoutSource('protected')]) collect(chunks, source, scripts, new Set())
  return { entry: address(entry), preloads: [...scripts].map(address), styles: [...styles].map(address) }
}

/** The script that loads the analytics pixel. */
export function pixelScript(chunks: Manifest | null = manifest): string {
  const source = 'src/client/pixel/pixel-entry.ts'
  return chunks ? address(chunks[source]?.file ?? '') : address(source)
}

const sourceOf = (page: string, module: 'page' | EntryForm) => `src/pages/${page}/${module}.tsx`
const layoutSource = (key: string) => `src/layouts/frames/${key}.tsx`
const address = (file: string) => `/${file}`

/** `filesOf` returns a source's own file and then its imports; none for a source that does not exist. */
function modulesOf(page: string, layout: string, kind: PageKind, filesOf: (source: string) => readonly string[]): PageModules {
  if (kind === 'static') return { kind }
  if (kind === 'member')
    return { kind, page: filesOf(sourceOf(page, 'page'))[0] ?? null, layout: filesOf(layoutSource(layout))[0] ?? '' }
  const forms: Record<string, readonly [string, ...string[]]> = {}
  for (const name of entryForms) {
    const [module, ...imports] = filesOf(sourceOf(page, name))
    if (module) forms[name] = [module, ...imports]
  }
  return { kind, forms }
}

function collect(chunks: Manifest, key: string, files: Set<string>, styles: Set<string>): void {
  const chunk = chunks[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const name of chunk.imports ?? []) collect(chunks, name, files, styles)
  for (const style of chunk.css ?? []) styles.add(style)
}

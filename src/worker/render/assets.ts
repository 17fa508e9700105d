import manifest from 'virtual:client-manifest'
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
}

const entries = { guest: 'src/client/guest-entry.ts', member: 'src/client/entry.ts' } as const
const base = 'src/client/styles.ts'

/**
 * Scripts and styles of one page. Pages outside the signed-in area start with the small entry and preload no script. In
 * development there is no manifest and Vite serves the sources.
 */
export function assetsOf(pageKey: string, layoutKey: string, kind: PageKind): PageAssets {
  const entry = kind === 'member' ? entries.member : entries.guest
  if (!manifest) return { entry: `/src/client/dev-${kind === 'member' ? 'member' : 'guest'}.ts`, preloads: [], styles: [] }
  const page = [`src/pages/${pageKey}/page.tsx`, `src/layouts/frames/${layoutKey}.tsx`]
  const files = new Set<string>()
  const styles = new Set<string>()
  for (const source of [base, ...page]) collect(manifest, source, new Set(), styles)
  if (kind === 'member') for (const source of ['src/client/hydrate.tsx', ...page]) collect(manifest, source, files, styles)
  const file = manifest[entry]?.file
  if (!file) throw new Error(`The client manifest lacks ${entry}: build the client before the worker`)
  const address = (name: string) => `/${name}`
  return { entry: address(file), preloads: [...files].map(address), styles: [...styles].map(address) }
}

function collect(chunks: Manifest, key: string, files: Set<string>, styles: Set<string>): void {
  const chunk = chunks[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const name of chunk.imports ?? []) collect(chunks, name, files, styles)
  for (const style of chunk.css ?? []) styles.add(style)
}

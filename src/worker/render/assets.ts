import manifest from 'virtual:client-manifest'
import { messageFile } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Route } from '#shared/routes.ts'

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
const hydration = 'src/client/hydrate.tsx'

/**
 * Scripts and styles of one page. Guest pages start with the small entry, which loads the rest at the first touch, so
 * they preload no script. In development there is no manifest and Vite serves the sources.
 */
export function assetsOf(
  pageKey: string,
  layoutKey: string,
  isGuestPage: boolean,
  locale: LocaleCode,
  namespaces: Route['messages'],
): PageAssets {
  const entry = isGuestPage ? entries.guest : entries.member
  const sources = [
    hydration,
    `src/pages/${pageKey}/page.tsx`,
    `src/layouts/frames/${layoutKey}.tsx`,
    ...(['common', ...namespaces] as const).map((namespace) => messageFile(locale, namespace).slice(1)),
  ]
  if (!manifest) return { entry: `/${entry}`, preloads: [], styles: ['/src/ui/base.css'] }
  const files = new Set<string>()
  const styles = new Set<string>()
  for (const source of sources) collect(manifest, source, files, styles)
  const file = manifest[entry]?.file
  if (!file) throw new Error(`The client manifest lacks ${entry}: build the client before the worker`)
  return {
    entry: `/${file}`,
    preloads: isGuestPage ? [] : [...files].map((name) => `/${name}`),
    styles: [...styles].map((name) => `/${name}`),
  }
}

function collect(chunks: Manifest, key: string, files: Set<string>, styles: Set<string>): void {
  const chunk = chunks[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const name of chunk.imports ?? []) collect(chunks, name, files, styles)
  for (const style of chunk.css ?? []) styles.add(style)
}

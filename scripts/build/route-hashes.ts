import { createHash } from 'node:crypto'
import type { Manifest } from 'vite'
import type { ListedRoute } from '#shared/routing/routes.ts'

/** The messages of each language as written by the build: `texts(namespace)` is one text for all languages. */
type Texts = (namespace: string) => string

/**
 * Returns for each route the hash of what a signed-in page needs when a tab navigates there: its scripts and styles, those of its
 * layout, and its messages. The names of files represent their content. If another build has the same hash, both have the same
 * page, so either can show the other's data.
 */
export function hashRoutes(routes: readonly ListedRoute[], manifest: Manifest, texts: Texts): Record<string, string> {
  return Object.fromEntries(
    routes.map((route) => {
      const hash = createHash('sha256')
      const sources = [`src/pages/${route.key}/page.tsx`, `src/layouts/frames/${route.layout}.tsx`]
      for (const file of [...filesBehind(manifest, sources)].sort()) hash.update(`${file}\n`)
      for (const namespace of ['common', ...route.messages]) hash.update(texts(namespace))
      return [route.key, hash.digest('hex').slice(0, 12)]
    }),
  )
}

/**
 * The files of these sources and of everything that they import. A file names those it imports on demand, so they are part of its
 * hash.
 */
function filesBehind(manifest: Manifest, sources: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const source of sources) visit(source)
  return files
}

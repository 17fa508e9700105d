import type { Plugin, Rolldown } from 'vite'

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>

/**
 * Shortens the lists of files that imports on demand fetch ahead: what a file imports statically has come with it, and so
 * have the style sheets of all of these. Vite leaves them in, and every name costs 15 bytes after compression.
 */
export function preloadLists(): Plugin {
  return {
    name: 'kismet:preload-lists',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = withoutFiles(chunk.code, filesWith(bundle, chunk.fileName))
      },
    },
  }
}

/** A file, all that it imports statically, and their style sheets. */
function filesWith(bundle: Bundle, start: string, found = new Set<string>()): ReadonlySet<string> {
  const chunk = bundle[start]
  if (found.has(start) || chunk?.type !== 'chunk') return found
  found.add(start)
  for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file)
  for (const file of chunk.imports) filesWith(bundle, file, found)
  return found
}

const list = /(?<=\bm\.f=)\[[^\]]*\]/
const use = /(?<=\b__vite__mapDeps\()\[[\d,]*\]/g

/** Takes these files out of a script's list, and out of the positions in it that its imports name. */
export function withoutFiles(code: string, present: ReadonlySet<string>): string {
  const [text] = list.exec(code) ?? []
  if (text === undefined) return code
  const files: string[] = JSON.parse(text)
  const kept = files.filter((file) => !present.has(file))
  const move = (positions: number[]) => positions.map((at) => kept.indexOf(files[at] ?? '')).filter((at) => at >= 0)
  return code.replace(list, JSON.stringify(kept)).replace(use, (positions) => JSON.stringify(move(JSON.parse(positions))))
}

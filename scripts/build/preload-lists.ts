import type { Plugin, Rolldown } from 'vite'
import { applyEdits, moveMappings, type Edit } from './source-map-edits.ts'

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
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const { code } = chunk
          const edits = editsWithout(code, filesWith(bundle, chunk.fileName))
          const map = bundle[`${chunk.fileName}.map`]
          if (map?.type === 'asset') map.source = moveMap(String(map.source), code, edits)
          chunk.code = applyEdits(code, edits)
        }
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
export const withoutFiles = (code: string, present: ReadonlySet<string>) => applyEdits(code, editsWithout(code, present))

function editsWithout(code: string, present: ReadonlySet<string>): Edit[] {
  const listed = list.exec(code)
  if (!listed) return []
  const files: string[] = JSON.parse(listed[0])
  const kept = files.filter((file) => !present.has(file))
  if (kept.length === files.length) return []
  const move = (positions: number[]) => positions.map((at) => kept.indexOf(files[at] ?? '')).filter((at) => at >= 0)
  const edit = ({ index, 0: { length } }: RegExpExecArray, value: unknown) => ({ at: index, length, text: JSON.stringify(value) })
  return [edit(listed, kept), ...Array.from(code.matchAll(use), (found) => edit(found, move(JSON.parse(found[0]))))]
}

function moveMap(json: string, code: string, edits: readonly Edit[]): string {
  const map: { mappings: string } = JSON.parse(json)
  return JSON.stringify({ ...map, mappings: moveMappings(map.mappings, code, edits) })
}

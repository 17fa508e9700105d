import { arrowsOf, featureOf, folderOf, isUpward, type Arrow } from './graph.ts'
import type { Source } from './sources.ts'

/** Two diagrams in Mermaid's language, which GitHub draws: imports among the folders of src, and among the features. */
export function diagramStructure(sources: readonly Source[]): string {
  const arrows = arrowsOf(sources)
  return ['## Folders of src', flowchart(arrows, folderOf), '## Features', flowchart(arrows, featureOf)].join('\n\n')
}

/** Each arrow between two groups once, in a fixed order; one that points up is dotted. */
function flowchart(arrows: readonly Arrow[], nameOf: (path: string) => string | null): string {
  const lines = arrows.flatMap((arrow) => {
    const [from, to] = [nameOf(arrow.from), nameOf(arrow.to)]
    if (from === null || to === null || from === to) return []
    return [`  ${node(from)} ${isUpward(arrow) ? '-. up .->' : '-->'} ${node(to)}`]
  })
  return ['```mermaid', 'flowchart TD', ...new Set(lines.toSorted()), '```'].join('\n')
}

/** A node id separate from the text, because names such as `end` are keywords. */
const node = (name: string) => `n_${name.replaceAll(/\W/g, '_')}["${name}"]`

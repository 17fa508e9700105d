/**
 * The elements that React removed from a page to render it again, and the new ones, in order. `streamed`: those of the removed that
 * stood in a part of their own, which the new page may still be waiting for.
 */
export type Replaced = { removed: Element[]; added: Element[]; streamed: ReadonlySet<Element> }

/** Records replacements in `root` from now on; `take` returns them and starts over. */
export function watchReplaced(root: Node): { take(): Replaced; end(): void } {
  let records: MutationRecord[] = []
  const observer = new MutationObserver((more) => records.push(...more))
  observer.observe(root, { childList: true, subtree: true })
  return {
    take() {
      const all = [...records, ...observer.takeRecords()]
      records = []
      return {
        removed: elementsOf(all.flatMap(({ removedNodes }) => [...removedNodes])).filter(({ isConnected }) => !isConnected),
        added: elementsOf(all.flatMap(({ addedNodes }) => [...addedNodes])).filter(({ isConnected }) => isConnected),
        streamed: streamedOf(all),
      }
    },
    end() {
      observer.disconnect()
      records = []
    },
  }
}

/** The outermost elements, each once. */
function elementsOf(nodes: readonly Node[]): Element[] {
  const elements = [...new Set(nodes)].filter((node) => node instanceof Element)
  return elements.filter((element) => !elements.some((other) => other !== element && other.contains(element)))
}

/** How React's comments around a part that it streams change the depth: `$`, `$?` or another start, and `/$`. */
function depthStep(node: Node | null): -1 | 0 | 1 {
  if (!(node instanceof Comment)) return 0
  if (node.data === '/$') return -1
  return /^\$.?$/.test(node.data) ? 1 : 0
}

/**
 * The removed elements that stood right in a streamed part: a fallback that its content has replaced, or a part directly in the
 * body. Elsewhere, a part whose start is removed itself is what React renders again, so its elements are compared.
 */
function streamedOf(records: readonly MutationRecord[]): Set<Element> {
  const streamed = new Set<Element>()
  let depth = 0
  for (const { target, previousSibling, removedNodes } of records) {
    const isFallback = depthStep(previousSibling) === 1
    for (const node of removedNodes) {
      if (target === document.body) depth = Math.max(0, depth + depthStep(node))
      if (node instanceof Element && (isFallback || depth > 0)) streamed.add(node)
    }
  }
  return streamed
}

/** Written only by the server, internal to React, or without a visible effect. */
const uncounted = 'script, style, link, meta, title, base, template, noscript, [hidden][id^="S:"]'
/** What has arrived and is not in its place yet. */
const arrived = '[hidden][id^="S:"]'

type Count = { fixed: number; streamed: number; added: number }

/**
 * True when the new elements only lack some of the old: somebody else had inserted those, such as a password manager's button
 * beside a field. A mistake of ours changes an element or a text, and adds as much as it removes. Streamed parts may be missing
 * from the new page for a moment, so what it lacks of them is no sign of anything.
 */
export function hadForeignElement({ removed, added, streamed }: Replaced): boolean {
  const counts = new Map<string, Count>()
  const countIn = (nodes: Iterable<Node>, isOld: boolean, isWithin = false) => {
    let depth = 0
    for (const node of nodes) {
      depth = Math.max(0, depth + depthStep(node))
      if (!(node instanceof Element)) continue
      const isStreamed = isWithin || depth > 0 || streamed.has(node) || node.matches(arrived)
      if (!node.matches(uncounted)) {
        const kind = `${node.tagName} ${node.getAttribute('class') ?? ''}`
        const count = counts.get(kind) ?? { fixed: 0, streamed: 0, added: 0 }
        count[isOld ? (isStreamed ? 'streamed' : 'fixed') : 'added'] += 1
        counts.set(kind, count)
      }
      countIn(node.childNodes, isOld, isStreamed)
    }
  }
  countIn(removed, true)
  countIn(added, false)
  const all = [...counts.values()]
  return all.some(({ fixed, added }) => fixed > added) && all.every(({ fixed, streamed, added }) => fixed + streamed >= added)
}

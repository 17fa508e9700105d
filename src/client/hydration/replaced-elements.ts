/** The elements that React removed from a page to render it again, and the new ones, in order. */
export type Replaced = { removed: Element[]; added: Element[] }

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

/** Written only by the server, internal to React, or without a visible effect. */
const uncounted = 'script, style, link, meta, title, base, template, noscript, [hidden][id^="S:"]'

/**
 * True when the new elements only lack some of the old: somebody else had inserted those, such as a password manager's button
 * beside a field. A mistake of ours changes an element or a text, and adds as much as it removes.
 */
export function hadForeignElement({ removed, added }: Replaced): boolean {
  const counts = new Map<string, number>()
  const count = (elements: readonly Element[], step: 1 | -1) => {
    for (const root of elements)
      for (const element of [root, ...root.querySelectorAll('*')]) {
        if (element.matches(uncounted)) continue
        const kind = `${element.tagName} ${element.getAttribute('class') ?? ''}`
        counts.set(kind, (counts.get(kind) ?? 0) + step)
      }
  }
  count(removed, 1)
  count(added, -1)
  const differences = [...counts.values()]
  return differences.some((difference) => difference > 0) && differences.every((difference) => difference >= 0)
}

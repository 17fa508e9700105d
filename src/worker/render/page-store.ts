export type StoredPage = { body: Uint8Array; etag: string; headers: Headers }

/** The size of a page besides its body: headers, key and the map's own entry. */
const overheadBytes = 2_000

/**
 * Rendered pages in this isolate, oldest first, at most `maxBytes` of them: a cache that may be lost at any time. Pages of
 * another generation (build, content revision) are useless and are evicted immediately.
 */
export function createPageStore(maxBytes: number) {
  const pages = new Map<string, StoredPage>()
  let generation = ''
  let bytes = 0

  function remove(key: string): void {
    const page = pages.get(key)
    if (page && pages.delete(key)) bytes -= sizeOf(page)
  }

  return {
    get: (key: string) => pages.get(key),
    get isEmpty() {
      return pages.size === 0
    },
    get bytes() {
      return bytes
    },
    clear(): void {
      pages.clear()
      bytes = 0
    },
    put(key: string, page: StoredPage, current: string): void {
      if (current !== generation) {
        this.clear()
        generation = current
      }
      remove(key)
      pages.set(key, page)
      bytes += sizeOf(page)
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
  }
}

const sizeOf = ({ body }: StoredPage) => body.byteLength + overheadBytes

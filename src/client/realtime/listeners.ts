export type Listeners<News extends unknown[] = []> = {
  /** Returns the function that ends the listening. */
  add(listener: (...news: News) => void): () => void
  call(...news: News): void
}

/** Those who listen to one kind of news. */
export function createListeners<News extends unknown[] = []>(): Listeners<News> {
  const listeners = new Set<(...news: News) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call(...news) {
      for (const listener of listeners) listener(...news)
    },
  }
}

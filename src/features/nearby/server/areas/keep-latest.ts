/** Sets an entry as the latest one, and drops the oldest of more than `most`. */
export function keepLatest<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.delete(key)
  entries.set(key, value)
  for (const oldest of entries.keys()) {
    if (entries.size <= most) break
    entries.delete(oldest)
  }
}

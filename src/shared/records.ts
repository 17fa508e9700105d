/**
 * The keys of a record in order. The compiler cannot guarantee them, because a record may have more keys than its type: only pass
 * records written out in full.
 */
export function keysOf<Item extends object>(record: Item): (keyof Item & string)[] {
  return Object.keys(record) as (keyof Item & string)[]
}

/** A record with a value for every key of the list. Its type names these keys, which `Object.fromEntries` does not. */
export function recordOf<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
}

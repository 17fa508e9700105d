/** True of the record's own keys. */
export function isKeyOf<Item extends object>(record: Item, key: PropertyKey): key is keyof Item {
  return Object.hasOwn(record, key)
}

/** The keys of a record in their order. A key that its type leaves out would pass for one of the others: give whole records. */
export function keysOf<Item extends object>(record: Item): (keyof Item & string)[] {
  return Object.keys(record).filter((key) => isKeyOf(record, key))
}

/** A record with a value for every key of the list. Its type names these keys, which `Object.fromEntries` forgets. */
export function recordOf<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
}

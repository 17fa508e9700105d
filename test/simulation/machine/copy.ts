/** What goes over a wire shares nothing with what stays; all of it is plain data. */
export function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copy)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each)]))
}

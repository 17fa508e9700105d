/** What the runtime calls places; the rest of its names are offsets and leftovers of other systems. */
const places = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//

/** Names for the member to choose from, theirs among them. */
export function listTimeZones(own: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone').filter((name) => places.test(name)), 'UTC', own])].toSorted()
}

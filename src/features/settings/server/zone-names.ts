/** Regions of real zones; the runtime's other names are offsets and leftovers of other systems. */
const places = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//
export const isPlace = (zone: string) => places.test(zone)

/** `renamed`: zones by the names that their cities had before. */
export const presentName = (zone: string, renamed: Record<string, string>) => renamed[zone] ?? zone

/** Returns the city of a zone by its name in the database of zones, such as `Vincennes, Indiana`. */
export function cityOfZone(zone: string, renamed: Record<string, string>): string {
  const name = presentName(zone, renamed)
  const [, ...parts] = name.includes('/') ? name.replaceAll('_', ' ').split('/') : ['', name]
  return parts.toReversed().join(', ')
}

/** Regions of real zones; the runtime's other names are offsets and remnants of other systems. */
const places = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//
export const isPlace = (zone: string) => places.test(zone)

/** `renamed`: zones by the former names of their cities. */
export const presentName = (zone: string, renamed: Record<string, string>) => renamed[zone] ?? zone

/** Returns the city of a zone by its name in the time zone database, such as `Vincennes, Indiana`. */
export function cityOfZone(zone: string, renamed: Record<string, string>): string {
  const name = presentName(zone, renamed)
  const [, ...parts] = name.includes('/') ? name.replaceAll('_', ' ').split('/') : ['', name]
  return parts.toReversed().join(', ')
}

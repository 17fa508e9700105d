/** What the runtime calls places; the rest of its names are offsets and leftovers of other systems. */
const places = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//
export const isPlace = (zone: string) => places.test(zone)

/** `renamed`: zones by the names that their cities had before. */
export const presentName = (zone: string, renamed: Record<string, string>) => renamed[zone] ?? zone

/** The city of a zone as its name in the database of zones has it, `Tell City, Indiana`. */
export function cityOfZone(zone: string, renamed: Record<string, string>): string {
  const name = presentName(zone, renamed)
  const [, ...parts] = name.includes('/') ? name.replaceAll('_', ' ').split('/') : ['', name]
  return parts.toReversed().join(', ')
}

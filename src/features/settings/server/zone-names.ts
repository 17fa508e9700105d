/** What the runtime calls places; the rest of its names are offsets and leftovers of other systems. */
const places = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//
export const isPlace = (zone: string) => places.test(zone)

/** Browsers and runtimes still give some zones the names that their cities had before. */
const presentNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
export const presentName = (zone: string) => presentNames[zone] ?? zone

/** The city of a zone as its name in the database of zones has it, `Tell City, Indiana`. */
export function plainCity(zone: string): string {
  const name = presentName(zone)
  const [, ...parts] = name.includes('/') ? name.replaceAll('_', ' ').split('/') : ['', name]
  return parts.toReversed().join(', ')
}

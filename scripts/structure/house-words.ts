import type { Source } from './sources.ts'

/** Words of a dialect that grew here, with the field's terms. Parts of names count: `toldAt`, `late-parts.ts`. */
export const inNames: Readonly<Record<string, string>> = {
  acquaintances: 'directory',
  anew: 'again, or the name of the action',
  announcer: 'broadcaster',
  arrivals: 'online alerts',
  desk: 'context, notifier, digest',
  doomed: 'pending delete',
  doors: 'guards',
  hear: 'receive',
  heard: 'received, lastSeenAt',
  insist: 'retry',
  keeper: 'controller',
  keepers: 'controllers',
  lacks: 'gap',
  late: 'deferred',
  letter: 'email',
  letters: 'emails',
  outlet: 'delivery state',
  outlets: 'delivery states',
  place: 'position, cursor, slot, source',
  places: 'positions',
  plain: 'noScript',
  presses: 'optimistic updates',
  redraw: 'reencode',
  rooms: 'conversations',
  sever: 'removeTies',
  standing: 'relationship, access, status',
  standings: 'relationships',
  stretch: 'range',
  tell: 'notify, send',
  teller: 'sync',
  told: 'notified, submitted, delivered',
  thrift: 'save-data',
  unheard: 'queued',
  veiled: 'blurred',
  wish: 'schedule',
}

/** Words that also count in comments; the others are plain English there. */
export const inComments: Readonly<Record<string, string>> = {
  anew: 'again',
  hear: 'receive',
  heard: 'received',
  hears: 'receives',
  insists: 'retries',
  letter: 'email; of an alphabet: character',
  letters: 'emails; characters',
  nobody: 'no member, or the passive without an agent',
  stretch: 'range',
  tell: 'notify, distinguish',
  teller: 'sync',
  tells: 'notifies, shows',
  told: 'notified, shown',
}

/** Sources in which `place` means a place on the map. */
const withPlaces =
  /\/(?:location|onboarding|nearby|plans|profile|settings|people-nearby|profile-settings|questionnaire|seed|routing)\//

/** One occurrence of a house word. */
export type HouseWord = { path: string; word: string }

export function houseWordsOf({ path, names, comments }: Source): HouseWord[] {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')
  const found = [
    ...[file, ...names].flatMap(partsOf).filter((word) => Object.hasOwn(inNames, word) && !isOnMap(path, word)),
    ...comments.flatMap((comment) => partsOf(comment)).filter((word) => Object.hasOwn(inComments, word)),
  ]
  return found.map((word) => ({ path, word }))
}

const isOnMap = (path: string, word: string) => /^places?$/.test(word) && withPlaces.test(path)

/** `keptLateParts` → kept, late, parts. */
function partsOf(name: string): string[] {
  return (name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+/gu) ?? []).map((part) => part.toLowerCase())
}

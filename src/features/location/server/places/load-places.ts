import { readPlaces, type Places } from './place-file.ts'

/** The same for every member, so an isolate keeps it from the first search on. */
let places: Places | undefined

export async function loadPlaces(): Promise<Places> {
  places ??= readPlaces((await import('virtual:places')).default)
  return places
}

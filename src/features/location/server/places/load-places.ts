import type { Env } from '#server/env.ts'
import { readPlaces, type Places } from './place-file.ts'

/** The binding of the deployment's files, among which the towns are. */
export type Assets = Env['ASSETS'] | undefined

/** The same for every member, so an isolate keeps it from the first search on. */
let places: Places | undefined

export async function loadPlaces(assets: Assets): Promise<Places> {
  places ??= readPlaces(await (await import('virtual:towns')).default(assets))
  return places
}

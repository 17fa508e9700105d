import { env, runInDurableObject } from 'cloudflare:test'
import { areaObject } from '#server/objects/stubs.ts'
import { abortObject } from './abort-object.ts'

/** Rows of an area's own SQLite. */
export function storageOf(name: string, query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return runInDurableObject(areaObject(env, name), (_, { storage }) => storage.sql.exec(query, ...values).toArray())
}

/** The object of an area ends in the middle of whatever it does; the next call starts it again. */
export const crash = (name: string): Promise<void> => abortObject(areaObject(env, name))

import { nullOnError } from '#server/objects/with-timeout.ts'
import { areaObject } from '#server/objects/stubs.ts'
import type { Env } from '#server/env.ts'
import { areaName } from './contract.ts'

type Activity = { id: string; activeAt: number; x: number; y: number; parts: number; nextParts: number | null }

/**
 * Reports an activity to the area that lists the member, and to the object that will after a division. If one is away, the next
 * activity or rebuild does it.
 */
export async function touchArea(env: Pick<Env, 'AREA'>, { id, activeAt, x, y, parts, nextParts }: Activity): Promise<void> {
  const names = [parts, nextParts].flatMap((count) => (count === null ? [] : areaName({ x, y }, count, id)))
  await Promise.all(names.map((name) => nullOnError('area activity', areaObject(env, name).touch(id, activeAt))))
}

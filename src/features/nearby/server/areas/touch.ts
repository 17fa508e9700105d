import { nullOnError } from '#server/objects/with-timeout.ts'
import { areaObject } from '#server/objects/stubs.ts'
import type { Env } from '#server/env.ts'
import { areaName } from './contract.ts'

type Activity = { id: string; activeAt: number; x: number; y: number; parts: number }

/** Reports an activity to the area that lists the member. If the area is away, the next activity or rebuild does it. */
export async function touchArea(env: Pick<Env, 'AREA'>, { id, activeAt, x, y, parts }: Activity): Promise<void> {
  await nullOnError('area activity', areaObject(env, areaName({ x, y }, parts, id)).touch(id, activeAt))
}

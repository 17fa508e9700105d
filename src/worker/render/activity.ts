import * as v from 'valibot'
import type { NoteWithRenewal } from '#features/auth/session/server/public.ts'
import { touchArea } from '#features/nearby/server/public.ts'
import { noteActivity, staleActivityStatement, toNotedActivity, type NotedActivity } from '#features/profile/server/public.ts'
import type { AppContext } from '#server/context.ts'

/** Writes the last activity, and reports it to the area that lists the member. */
export async function reportActivity(c: AppContext, memberId: string, now: number): Promise<void> {
  await report(c, await noteActivity(c.get('db'), memberId, now))
}

async function report(c: AppContext, noted: NotedActivity | null): Promise<void> {
  if (noted) await touchArea(c.env, noted)
}

const notedRows = v.array(
  v.object({
    id: v.string(),
    activeAt: v.number(),
    isListed: v.boolean(),
    x: v.nullable(v.number()),
    y: v.nullable(v.number()),
    parts: v.nullable(v.number()),
    nextParts: v.nullable(v.number()),
  }),
)

/**
 * A visit mostly begins with a token that has expired. Then the call that renews the session also writes the last activity, and the
 * page finds it fresh.
 */
export function noteWithRenewal(c: AppContext): Awaited<ReturnType<NoteWithRenewal>> {
  return {
    statement: (member) => staleActivityStatement(c.get('db'), member, c.get('now')),
    done: (rows) => c.executionCtx.waitUntil(report(c, toNotedActivity(v.parse(notedRows, rows)))),
  }
}

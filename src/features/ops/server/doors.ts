import type { Context, Next } from 'hono'
import * as v from 'valibot'
import type { AppContext, AppEnv } from '#server/context.ts'
import { readBody } from '#server/actions/body.ts'
import { keepPagesOpen } from './ops-session.ts'
import { findStaff, type Staff } from './staff.ts'
import { paths } from './views/shell.ts'

type StaffHandler = (c: AppContext, staff: Staff) => Response | Promise<Response>
type Door = (c: Context<AppEnv>, next: Next) => Promise<Response | void>

/** For moderators and operators; anyone else's request goes on as if the address were not there. */
export function asStaff(handle: StaffHandler): Door {
  return async function openDoor(c, next) {
    const staff = await findStaff(c)
    return staff ? handle(c, staff) : next()
  }
}

/** The same, while the second factor counts in this session; before, everything leads to the page that asks for it. */
export function withFactor(handle: StaffHandler): Door {
  return asStaff(async (c, staff) => {
    if (!staff.isOpen) return c.redirect(paths.home, 303)
    await keepPagesOpen(c.get('db'), staff.sid, c.get('now'))
    return handle(c, staff)
  })
}

/** The form that was sent, or null when it is not one of these pages' own. */
export async function readForm<Schema extends v.GenericSchema>(
  c: AppContext,
  schema: Schema,
): Promise<{ input: v.InferOutput<Schema> | null; body: Record<string, unknown> }> {
  const body = await readBody(c)
  const parsed = v.safeParse(schema, body)
  return { input: parsed.success ? parsed.output : null, body }
}

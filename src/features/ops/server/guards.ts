import { opsActions } from '#features/ops/contract.ts'
import * as v from 'valibot'
import type { Handler } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { readBody } from '#server/actions/body.ts'
import { isOpenTo, type StaffAct } from '#server/auth/staff-acts.ts'
import { extendOpsSession } from './ops-session.ts'
import { findStaff, type Staff } from './staff.ts'

type StaffHandler = (c: AppContext, staff: Staff) => Response | Promise<Response>

/** For moderators and operators; other requests continue as if the URL did not exist. */
export function requireStaff(handle: StaffHandler): Handler<never> {
  const run: ReturnType<Handler['run']> = async (c, next) => {
    const staff = await findStaff(c)
    return staff ? handle(c, staff) : next()
  }
  return { run: () => run }
}

/** As `requireStaff`, with a second factor valid in this session: for what concerns oneself alone. */
export function requireOpen(handle: StaffHandler): Handler<never> {
  return requireStaff(async (c, staff) => {
    if (!staff.isOpen) return c.redirect(opsActions.showHome.path, 303)
    await extendOpsSession(c.get('db'), staff.sid, c.get('now'))
    return handle(c, staff)
  })
}

/**
 * As `requireOpen`, for an act that is open to the role; otherwise everything redirects to the first page. The act's own statement checks whom it may concern (`mayActSql`).
 */
export function requireAct(act: StaffAct, handle: StaffHandler): Handler<never> {
  return requireOpen((c, staff) => {
    return isOpenTo(act, staff.role) ? handle(c, staff) : c.redirect(opsActions.showHome.path, 303)
  })
}

/** The parsed form, or null if something in it is wrong. `wrong`: names of its wrong fields, such as `amounts.GBP`. */
export async function readForm<Schema extends v.GenericSchema>(
  c: AppContext,
  schema: Schema,
  maxBytes?: number,
): Promise<{ input: v.InferOutput<Schema> | null; body: Record<string, unknown>; wrong: string[] }> {
  const body = await readBody(c, maxBytes)
  const parsed = v.safeParse(schema, body)
  const names = (parsed.issues ?? []).flatMap((issue) => v.getDotPath(issue) ?? [])
  return { input: parsed.success ? parsed.output : null, body, wrong: [...new Set(names)] }
}

/** A field as it was typed; '' without it. */
export function typedText(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

import type { Next } from 'hono'
import * as v from 'valibot'
import { errorText, fieldTexts } from './error-text.ts'
import { AppError, type FieldCode, fieldCodes, invalidFields } from '#shared/errors.ts'
import type { Nothing } from '#shared/routing/action.ts'
import { parseLocalPath } from '#shared/routing/href.ts'
import type { AppContext } from '../context.ts'
import { type Body, isFormPost, readBody } from './body.ts'
import { setFlash } from './flash.ts'
import { publicOrigin } from '../origin.ts'
import { markNoScript, noScriptField } from './no-script.ts'

/**
 * The result of an action. A script gets `data` as JSON; a plain form gets a 303 to `to`, or else back to its page. With `to`, a
 * script's JSON carries it as `redirect`, and may carry no data. Without it, the form's own field `next` names the target on
 * success. `values`: fields that the notice of a plain form keeps.
 */
export type ActionResult<Answer extends object = Nothing> = {
  status?: 200 | 201 | 202
  notice?: string
  values?: Record<string, string>
} & (
  | { to?: string; data: Answer }
  | { to: string; data?: Answer }
  | (Nothing extends Answer ? { to?: string; data?: Answer } : never)
)

/** Handles one action: `run` gets the name of its form. It may pass on a request that is not meant for it. */
export type Handler<Answer extends object = Nothing> = {
  run: (form: string) => (c: AppContext, next: Next) => Promise<Response | void>
  /** A type only, never a value. */
  answer?: Answer
}

/** A schema, or a function that derives it from the request if its rules need more than the body. */
type SchemaOf<Schema> = Schema | ((c: AppContext) => Schema | Promise<Schema>)

/**
 * Handles forms and JSON alike: parses the body with `schema`, calls `act`, and responds in the caller's format. A refused form
 * goes back to its page by 303 with its values (except passwords) and a text per field. A refused JSON call gets the error body.
 * `read` accepts a larger body than usual.
 */
export function on<Schema extends v.GenericSchema, Answer extends object>(
  schema: SchemaOf<Schema>,
  act: (c: AppContext, input: v.InferOutput<Schema>) => Promise<ActionResult<Answer>>,
  read: (c: AppContext) => Promise<Body> = readBody,
): Handler<Answer> {
  const run = (form: string) =>
    async function runAction(c: AppContext): Promise<Response> {
      const rules = typeof schema === 'function' ? await schema(c) : schema
      let body: Body = {}
      try {
        body = await read(c)
        if (body[noScriptField] !== undefined) markNoScript(c)
        const result = await act(c, parse(rules, body))
        return await succeed(c, form, result, body)
      } catch (error) {
        if (!isFormPost(c) || !(error instanceof AppError) || error.status >= 500) throw error
        await setFlash(c, {
          form,
          values: keptValues(body),
          error: await errorText(c, error),
          fields: await fieldTexts(c, error),
        })
        return c.redirect(backTo(c, body), 303)
      }
    }
  return { run }
}

/** Answers forms and scripts with JSON: for reads, and for calls made only by scripts. */
export function answer<Answer extends object>(read: (c: AppContext) => Promise<Answer>): Handler<Answer> {
  return { run: () => async (c) => c.json(await read(c)) }
}

/** Answers with its own response: a redirect, a file, a page. */
export function respond(run: (c: AppContext, form: string) => Response | Promise<Response>): Handler<never> {
  return { run: (form) => async (c) => run(c, form) }
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: Body): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const fields: Record<string, FieldCode> = {}
  for (const issue of parsed.issues) {
    const name = String(issue.path?.[0]?.key ?? 'form')
    fields[name] ??= toFieldCode(issue.message, issue.received)
  }
  throw invalidFields(fields)
}

/**
 * Returns the field code, which the schema gives as its message. Valibot's own texts become 'required' for a missing value,
 * otherwise 'invalid'.
 */
function toFieldCode(message: string, received: string): FieldCode {
  const code = fieldCodes.find((known) => known === message)
  return code ?? (received === 'undefined' || received === '""' ? 'required' : 'invalid')
}

async function succeed<Answer extends object>(
  c: AppContext,
  form: string,
  result: ActionResult<Answer>,
  body: Body,
): Promise<Response> {
  if (isFormPost(c)) {
    if (result.notice) await setFlash(c, { form, values: result.values ?? {}, notice: result.notice })
    return c.redirect(result.to ?? parseLocalPath(body['next']) ?? backTo(c, {}), 303)
  }
  return c.json(
    {
      ...result.data,
      ...(result.to === undefined ? {} : { redirect: result.to }),
      ...(result.notice === undefined ? {} : { notice: result.notice }),
    },
    result.status ?? 200,
  )
}

function keptValues(body: Body): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(body)) {
    if (/password|code|token/i.test(name)) continue
    if (typeof value === 'string') kept[name] = value
    else if (Array.isArray(value)) kept[name] = value.filter((entry) => typeof entry === 'string')
  }
  return kept
}

/** Returns the page of the form: its own `back` field, else the Referer if it has this origin, else home. */
export function backTo(c: AppContext, body: Body): string {
  const own = parseLocalPath(body['back'])
  if (own) return own
  const referer = c.req.header('referer')
  if (referer && URL.canParse(referer)) {
    const url = new URL(referer)
    const path = url.origin === publicOrigin(c.env, c.req.url) ? parseLocalPath(url.pathname + url.search) : null
    if (path) return path
  }
  return '/'
}

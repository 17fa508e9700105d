import { beginChange } from '#shared/changes.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { Action, Nothing, Refused } from '#shared/routing/action.ts'

export type ActionBody = Record<string, string | string[]>

/** The response to a success: its data, redirect and notice. */
export type AllLiked<Answer extends object> = Answer & { redirect?: string; notice?: string }

export type ActionAnswer<Answer extends object = Nothing> =
  | { kind: 'done'; data: AllLiked<Answer>; redirect?: string | undefined; notice?: string | undefined }
  | Refused

/** A form's values as the JSON for its action; fields named `x[]` become lists. */
export function formBody(form: HTMLFormElement, submitter: HTMLElement | null): ActionBody {
  const body: ActionBody = {}
  const data = new FormData(form, submitter)
  for (const key of new Set(data.keys())) {
    const values = data.getAll(key).filter((value) => typeof value === 'string')
    if (key.endsWith('[]')) body[key.slice(0, -2)] = values
    else body[key] = values.at(-1) ?? ''
  }
  return body
}

/** Browsers allow at most 64 KiB for requests that survive their page; UTF-8 needs up to three bytes per UTF-16 unit. */
const keptAliveLength = 16_000

/**
 * Posts to an action; never throws. `offlineText` is the message if the server could not be reached. The request survives leaving
 * the page immediately. Data read before it was sent, or before its response, becomes stale. `headers` are added to those of
 * every action.
 */
export async function sendAction<Answer extends object>(
  { path }: Pick<Action<Answer>, 'path' | 'answer'>,
  body: Record<string, unknown>,
  offlineText: string,
  headers?: Record<string, string>,
): Promise<ActionAnswer<Answer>> {
  const answered = beginChange()
  try {
    const sent = JSON.stringify(body)
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
      body: sent,
      keepalive: sent.length <= keptAliveLength,
    })
    if (response.ok) {
      const data: AllLiked<Answer> = await response.json()
      return { kind: 'done', data, redirect: data.redirect, notice: data.notice }
    }
    const { error }: ErrorBody = await response.json()
    return { kind: 'refused', status: response.status, code: error.code, message: error.message, fields: error.fields ?? {} }
  } catch {
    return { kind: 'refused', status: 0, code: 'unavailable', message: offlineText, fields: {} } // no connection, or no JSON
  } finally {
    answered()
  }
}

/** What an action about likes answers, as far as the buttons need it. */
export type Sent =
  | { ok: true; match: boolean; conversationId: string | null; remain: number | null }
  | { ok: false; message: string | null }

type Fields = Partial<Record<'match' | 'conversationId' | 'like_remain' | 'error' | 'message', unknown>>

/** Sends one action as JSON. `message` of a refusal is already in the visitor's language; null when nothing came back. */
export async function send(path: string, body: Record<string, string>): Promise<Sent> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = toFields(await response.json())
    if (!response.ok) return { ok: false, message: toText(toFields(answer.error).message) }
    return {
      ok: true,
      match: answer.match === true,
      conversationId: toText(answer.conversationId),
      remain: typeof answer.like_remain === 'number' ? answer.like_remain : null,
    }
  } catch {
    return { ok: false, message: null } // offline, or an answer that is no JSON: the button goes back and says so
  }
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? value : {}
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

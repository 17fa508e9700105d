const patienceMs = 6_000
const pauseMs = 200

export type Press = {
  /** Where the client's line is, and what its browser adds. */
  origin: string
  headers: Record<string, string>
  /** What was wanted is not wanted any more. */
  isOver: () => boolean
}

/** What came back: `body` is JSON, or null where it was none. */
export type Answered = { status: number; body: unknown }

/** Presses again and again, as somebody does at a button, until there is an answer; true when it was done. */
export async function pressUntilAnswered(press: Press, path: string, body: unknown): Promise<boolean> {
  const answer = await askUntilAnswered(press, path, body)
  return answer?.status === 200
}

/** Asks until there is an answer; null where it is not wanted any more. Without a body it reads. */
export async function askUntilAnswered(
  { origin, headers, isOver }: Press,
  path: string,
  body?: unknown,
): Promise<Answered | null> {
  while (!isOver()) {
    const answer = await ask(origin + path, headers, body)
    if (answer.status < 500) return answer
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return null
}

/** 503 when nothing came back. */
async function ask(url: string, headers: Record<string, string>, body: unknown): Promise<Answered> {
  const init = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }
  try {
    const response = await fetch(url, {
      ...init,
      headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : null }
  } catch {
    return { status: 503, body: null }
  }
}

const patienceMs = 6_000
const pauseMs = 200

export type Press = {
  /** Where the client's line is, and what its browser adds. */
  origin: string
  headers: Record<string, string>
  /** What was wanted is not wanted any more. */
  isOver: () => boolean
}

/** Asks again and again, as somebody who presses a button does, until there is an answer; true when it was done. */
export async function pressUntilAnswered({ origin, headers, isOver }: Press, path: string, body: unknown): Promise<boolean> {
  while (!isOver()) {
    const status = await post(origin + path, headers, body)
    if (status < 500) return status === 200
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return false
}

/** 503 when nothing came back. */
async function post(url: string, headers: Record<string, string>, body: unknown): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 503
  }
}

const mostAttempts = 3

/**
 * Like `fetch`, and again if the connection broke before an answer: workerd closes connections that rest, also in the moment in which
 * one is used again. Only for calls that may be made twice.
 */
export async function fetchAgain(url: string, init: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (attempt === mostAttempts) throw error
    }
  }
}

/**
 * The server closes idle connections, including one that a request has just taken. Nothing has read that request, so it is sent
 * again.
 */
export async function sendAgain<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error
    return send()
  }
}

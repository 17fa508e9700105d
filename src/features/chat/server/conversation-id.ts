/** The id of the conversation of two members: the same for both orders, and nobody can tell the members from it alone. */
export async function conversationIdOf(oneId: string, otherId: string): Promise<string> {
  const pair = oneId < otherId ? `${oneId}:${otherId}` : `${otherId}:${oneId}`
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pair)))
  const base64 = btoa(String.fromCharCode(...digest.subarray(0, 17)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)
}

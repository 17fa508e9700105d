import type { RequestText } from './request-text.ts'

/** Returns the line of a tied like, under the rules of a request. Their code is loaded with the first one. */
export async function lineText(typed: string, most: number): Promise<RequestText> {
  const { requestText } = await import('./request-text.ts')
  return requestText(typed, most)
}

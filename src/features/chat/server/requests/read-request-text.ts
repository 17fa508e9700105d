import type { RequestText } from './request-text.ts'

/**
 * `requestText` of a message request or of the line of a like, loaded with the first of them, because its contact patterns are long.
 * `most`: in code points; without it, those of a request.
 */
export async function readRequestText(typed: string, most?: number): Promise<RequestText> {
  const { requestText } = await import('./request-text.ts')
  return requestText(typed, most)
}

/** Returns the name of a conversation's photo in the bucket. */
export function objectName(key: string): string {
  return `chat/${key}.webp`
}

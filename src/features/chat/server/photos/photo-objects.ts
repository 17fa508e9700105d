/** Where a conversation's photo lies in the bucket. */
export function objectName(key: string): string {
  return `chat/${key}.webp`
}

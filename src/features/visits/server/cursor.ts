import { formatCursor, parseCursor, type TimeCursor } from '#db/time-cursor.ts'

/** `seenAt`: visits up to this time counted as seen on the first page, ms. Opening that page has updated the stored time. */
export type VisitorsCursor = TimeCursor & { seenAt: number }

/** `<time>.<visitor id>.<seen at>`, times in base 36. */
export function formatVisitorsCursor({ seenAt, ...start }: VisitorsCursor): string {
  return `${formatCursor(start)}.${seenAt.toString(36)}`
}

/** `isLost`: the URL has an invalid cursor, so the list starts at its beginning. */
export function readVisitorsCursor(text: string | null): { cursor: VisitorsCursor | null; isLost: boolean } {
  const [, startText = '', seen = ''] = /^(.+)\.([0-9a-z]{1,9})$/.exec(text ?? '') ?? []
  const start = parseCursor(startText)
  return { cursor: start && { ...start, seenAt: Number.parseInt(seen, 36) }, isLost: Boolean(text) && start === null }
}

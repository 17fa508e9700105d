/** A kind of request in a member's day: what one costs D1, and how often it comes. */
export type DayRow = { request: string; calls: number; rowsRead: number; rowsWritten: number; times: number }

const heading = '| Request | Calls | Rows read | Rows written | Times a day |'

/** Reads the table of a member's day in docs/performance.md. Rows without a number of times are not part of the day. */
export function readDay(page: string): DayRow[] {
  const [, table] = page.split(heading)
  if (table === undefined) throw new Error(`The page has no table that begins with ${heading}`)
  const lines = table.split('\n').slice(2)
  const rows = lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('|')),
    )
    .map(cellsOf)
  return rows.flatMap(([request = '', ...cells]): DayRow[] => {
    if (request.startsWith('**') || cells.at(-1) === '') return []
    const [calls, rowsRead, rowsWritten, times] = cells.map((cell) => toNumber(cell, request))
    if (calls === undefined || rowsRead === undefined || rowsWritten === undefined || times === undefined) {
      throw new Error(`Its row '${request}' has too few cells`)
    }
    return [{ request, calls, rowsRead, rowsWritten, times }]
  })
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function toNumber(cell: string, request: string): number {
  const number = Number(cell.replaceAll(',', ''))
  if (cell === '' || Number.isNaN(number)) throw new Error(`Its row '${request}' has '${cell}' where a number is needed`)
  return number
}

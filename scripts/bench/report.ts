import { readFile, writeFile } from 'node:fs/promises'

export type Figure = {
  what: string
  measured: string
  target: string
  met: boolean
}

const BEGIN = '<!-- bench:begin -->'
const END = '<!-- bench:end -->'

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, target, met }) => [what, measured, target, met ? 'yes' : '**no**'])
  const lines = [['Figure', 'Measured', 'Target', 'Met'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Writes `text` between the markers of a documentation page, replacing the result of the last run. */
export async function writeReport(path: string, text: string): Promise<void> {
  const page = await readFile(path, 'utf8')
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin === -1 || end < begin) throw new Error(`${path} has lost its markers ${BEGIN} and ${END}`)
  await writeFile(path, `${page.slice(0, begin + BEGIN.length)}\n${text}\n${page.slice(end)}`)
}

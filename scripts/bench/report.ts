export type Figure = {
  what: string
  measured: string
  target: string
  met: boolean
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, target, met }) => [what, measured, target, met ? 'yes' : '**no**'])
  const lines = [['Figure', 'Measured', 'Target', 'Met'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

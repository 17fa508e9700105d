import { countPlaywright, countVitest } from './counts.ts'
import type { Runner } from './measure.ts'

export const vitest: Runner = {
  command: 'vitest',
  reportTo: (file) => ({ args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`] }),
  count: countVitest,
}

export const playwright: Runner = {
  command: 'playwright',
  reportTo: (file) => ({ args: ['--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
  count: countPlaywright,
}

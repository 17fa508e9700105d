import { writeFileSync } from 'node:fs'
import { findLocale } from '#shared/i18n/locales.ts'
import { allCodes, findAll, openFile, readOpen, type Findings } from './locales/checks.ts'
import { updateSources } from './locales/sources.ts'

/**
 * `node scripts/looked-at.ts de auth chat.delete`: confirms that translations were compared with today's English. The first
 * argument is a language or `all`, the others name a namespace or the beginning of keys. Without keys, it takes in new
 * messages as translated with their English, and repaired findings leave the lists. Nothing is ever added to a list here.
 */
const [name = 'all', ...starts] = process.argv.slice(2)
const named = findLocale(name)
if (name !== 'all' && !named) throw new Error(`No such language: ${name}`)
const codes = named ? [named.code] : allCodes

updateSources(codes, (key) => starts.some((start) => key === start || key.startsWith(`${start}.`)))

for (const code of codes) {
  const open = readOpen(code)
  const findings: Findings = {}
  for (const [check, found] of Object.entries(findAll(code))) {
    const still = found.filter((key) => open[check]?.includes(key))
    if (still.length > 0) findings[check] = still
  }
  writeFileSync(openFile(code), `${JSON.stringify(findings, null, 2)}\n`)
  const counts = Object.entries(findings).map(([check, found]) => `${found.length} ${check}`)
  console.log(`${code}: ${counts.join(', ') || 'nothing open'}`)
}

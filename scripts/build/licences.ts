import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

/** The list that Vite writes into each build's folder (`build.license`): the packages of the build's modules. */
export const packageList = 'licences.json'
/** File for browsers: every third-party work that ships, with its licence. */
export const noticesFile = 'licences.txt'

const listSchema = v.array(
  v.object({ name: v.string(), version: v.string(), identifier: v.optional(v.string()), text: v.optional(v.string()) }),
)

export type Work = { name: string; version: string; licence: string; text: string }

/** Accepted licences by SPDX. None of them requires the source of the work that contains it. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unicode-3.0',
])

/** Copyright lines for packages without a licence file. */
const holders: Record<string, string> = {
  '@hono/react-renderer': 'Yusuke Wada',
  dlv: 'Jason Miller',
  'drizzle-orm': 'Drizzle Team',
}

/** Works that ship without a module: the icons' sprite, the fonts, and the helpers that bundler and Vite write into chunks. */
const besideModules = ['lucide-static', '@fontsource-variable/literata', '@fontsource-variable/onest', 'rolldown', 'vite']

/** Third-party data in our sources: scripts/zone-cities.ts, docs/decisions/016 and 051. */
const data = (): Work[] => [
  {
    name: 'Unicode CLDR (names of the cities of time zones)',
    version: '48.2',
    licence: 'Unicode-3.0',
    text: textOf('Unicode-3.0'),
  },
  {
    name: 'GeoNames (towns with their names and regions)',
    version: '2023-03-05',
    licence: 'CC-BY-4.0',
    text: [
      'By GeoNames, https://www.geonames.org, under https://creativecommons.org/licenses/by/4.0/.',
      'Changed: a selection; places are cells of about 5 km instead of coordinates, and spellings are folded for a search.',
      textOf('CC-BY-4.0'),
    ].join('\n\n'),
  },
  {
    name: 'SecLists (list of breached passwords, as a filter)',
    version: '2026-11-22',
    licence: 'MIT',
    text: textOf('MIT', 'Daniel Miessler'),
  },
]

/** Writes the notices of all builds into the served folder, and removes Vite's lists. */
export async function writeNotices(buildFolders: readonly string[], servedFolder: string): Promise<void> {
  const lists = buildFolders.map((folder) => join(folder, packageList))
  const packages = await Promise.all(lists.map(async (list) => readPackages(JSON.parse(await readFile(list, 'utf8')))))
  const notices = describeWorks([...packages.flat(), ...besideModules.map(readInstalled), ...data()])
  await writeFile(join(servedFolder, noticesFile), notices)
  await Promise.all(lists.map((list) => rm(list)))
}

/** The packages in a list by Vite. Throws if one may not ship, or if its licence is unknown. */
export function readPackages(list: unknown): Work[] {
  return v.parse(listSchema, list).map(({ name, version, identifier = 'no licence', text }) => {
    if (!permissive.has(identifier)) {
      throw new Error(
        `${name} ${version} is under ${identifier}. Use another package, or add the licence to scripts/build/licences.ts`,
      )
    }
    const holder = holders[name]
    if (text === undefined && holder === undefined) {
      throw new Error(`${name} ${version} comes without the text of its licence. Name its holder in scripts/build/licences.ts`)
    }
    return { name, version, licence: identifier, text: text ?? textOf(identifier, holder) }
  })
}

/** The notices as one text, each work once, by name. */
export function describeWorks(works: readonly Work[]): string {
  const titled = works.map((work) => [`${work.name} ${work.version} · ${work.licence}`, work.text.trim()] as const)
  const entries = [...new Map(titled)].sort(([a], [b]) => (a < b ? -1 : 1))
  const rule = '='.repeat(100)
  return [
    'Kismet contains the following works of others, each under its own licence.',
    ...entries.map(([title, text]) => `${rule}\n${title}\n${rule}\n\n${text}`),
  ].join('\n\n')
}

function readInstalled(name: string): Work {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
  const file = ['LICENSE', 'LICENSE.md'].map((each) => join(folder, each)).find(existsSync)
  // Vite's own file describes its dependencies, not the helper in our chunks.
  const text = file && readFileSync(file, 'utf8').split('\n# Licenses of bundled dependencies')[0]
  const [work] = readPackages([{ name, version, identifier: license, text }])
  if (!work) throw new Error(`${name} has no entry`)
  return work
}

function textOf(licence: string, holder?: string): string {
  const text = readFileSync(join(import.meta.dirname, 'licences', `${licence}.txt`), 'utf8')
  return holder ? `Copyright (c) ${holder}\n\n${text}` : text
}

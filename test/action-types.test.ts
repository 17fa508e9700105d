import { execFile } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** Tables of handlers, each compiled as a file of its own. */
const tables = {
  whole: '{ like: on(input, like), list: answer(list) }',
  missing: '{ like: on(input, like) }',
  extra: '{ like: on(input, like), list: answer(list), share: on(input, like) }',
  'another-answer': '{ like: on(input, async () => ({ data: { liked: 1 } })), list: answer(list) }',
  'no-answer': '{ like: on(input, async () => ({})), list: answer(list) }',
}

const source = (handlers: string) => `
import * as v from 'valibot'
import { answer, on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { action, read } from '#shared/routing/action.ts'

const actions = { like: action<{ liked: boolean }>('/like', 'like'), list: read<{ ids: string[] }>('/list') }
const input = v.object({ id: v.string() })
const like = async (_c: unknown, { id }: { id: string }) => ({ data: { liked: id !== '' } })
const list = async () => ({ ids: [] })
export const endpoints = handle(actions, ${handlers})
`

const root = join(import.meta.dirname, '..')
mkdirSync(join(root, '.wrangler'), { recursive: true })
const folder = mkdtempSync(join(root, '.wrangler/action-types-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The names of the tables that do not compile, each with its error. */
async function compile(): Promise<Record<string, string>> {
  for (const [name, handlers] of Object.entries(tables)) writeFileSync(join(folder, `${name}.ts`), source(handlers))
  const config = {
    extends: '../../src/worker/tsconfig.json',
    compilerOptions: { composite: false, noEmit: true, emitDeclarationOnly: false, rootDir: '../..' },
    include: ['*.ts', '../../src/shared/globals.d.ts', '../../src/shared/i18n/virtual.d.ts'],
    references: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const output = await new Promise<string>((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['--project', folder, '--pretty', 'false'], (_error, stdout) => resolve(stdout))
  })
  const errors = output.matchAll(/([\w-]+)\.ts\(\d+,\d+\): error (TS\d+)/g)
  const found = [...errors].map(([, name = '', code = '']) => [name, code] as const)
  // Ambient declarations of the floors above are left out: only these files count.
  return Object.fromEntries(found.filter(([name]) => name in tables))
}

test('a table of handlers compiles when it answers all declared actions as declared, and only then', async () => {
  expect(await compile()).toEqual({ missing: 'TS2741', extra: 'TS2353', 'another-answer': 'TS2322', 'no-answer': 'TS2322' })
})

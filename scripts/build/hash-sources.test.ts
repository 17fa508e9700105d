import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashSources } from './hash-sources.ts'

const files = {
  'src/client/entry.ts': 'start()',
  'src/worker/app.ts': 'serve()',
  'locales/uk/common.json': '{"close":"Закрити"}',
  'public/robots.txt': 'all',
  'vite.config.ts': 'plugins',
  'package.json': '{}',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
}

async function project(changed: Record<string, string> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'kismet-sources-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [path, text] of Object.entries({ ...files, ...changed })) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

test('the same sources have the same hash, wherever they lie', async () => {
  expect(await hashSources(await project())).toBe(await hashSources(await project()))
})

test.each(Object.keys(files))('a change of %s is another build', async (path) => {
  const before = await hashSources(await project())
  expect(await hashSources(await project({ [path]: 'other' }))).not.toBe(before)
})

test('what no build reads changes nothing', async () => {
  const before = await hashSources(await project())
  expect(await hashSources(await project({ 'docs/data.md': 'text', 'test/x.test.ts': 'test' }))).toBe(before)
})

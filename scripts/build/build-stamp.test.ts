import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { beginStamp, buildStampFile } from './build-stamp.ts'
import { hashSources } from './hash-sources.ts'

/** A project with a build for this environment, stamped before. */
function project(environment: string) {
  const root = mkdtempSync(join(tmpdir(), 'kismet-stamp-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const worker = join(root, 'dist/kismet')
  for (const folder of [worker, join(root, 'src')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(worker, 'wrangler.json'), JSON.stringify({ vars: { ENVIRONMENT: environment } }))
  writeFileSync(join(root, 'src/a.ts'), 'a')
  const stamp = join(root, buildStampFile)
  writeFileSync(stamp, 'before')
  return { root, worker, stamp }
}

test('a build has no stamp until it is complete, and then that of the sources with which it began', async () => {
  const { root, worker, stamp } = project('local')
  const begun = await hashSources(root)
  const end = await beginStamp(root)
  expect(existsSync(stamp)).toBe(false)
  writeFileSync(join(root, 'src/a.ts'), 'changed meanwhile')
  end(worker)
  expect(readFileSync(stamp, 'utf8')).toBe(begun)
})

test.each(['staging', 'production'])('a build for %s has none: a local start builds again', async (environment) => {
  const { root, worker, stamp } = project(environment)
  const end = await beginStamp(root)
  end(worker)
  expect(existsSync(stamp)).toBe(false)
})

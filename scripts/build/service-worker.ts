import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'
import { isWorkerOn, serviceWorkerPath } from '#shared/service-worker.ts'

/** The parts of an inbox: its page, what every signed-in page has, and the shell that loads it. */
const sources = [
  'src/client/styles.ts',
  'src/client/entry.ts',
  'src/client/hydrate.tsx',
  'src/client/live.tsx',
  'src/client/pwa/after-start.ts',
  'src/client/pwa/shell-entry.ts',
  'src/client/pwa/shell.tsx',
  'src/client/navigation/next-screen.ts',
  'src/layouts/frames/protected.tsx',
]
const page = 'src/pages/messages/page.tsx'
const others = ['/icons.svg', '/failure.css', '/favicon.svg']

/**
 * Builds the service worker beside its client, as one classic script (docs/decisions/023). Its content includes the build's
 * identifier, so every build has a different worker. If switched off, it is a worker that removes itself.
 */
export async function buildServiceWorker(clientDir: string, isOn = isWorkerOn): Promise<void> {
  const { id } = JSON.parse(readFileSync(join(clientDir, 'builds/latest.json'), 'utf8')) as { id: string }
  const files = listPrecached(JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest)
  writeFileSync(join(clientDir, '.vite/precached.json'), JSON.stringify(files))
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      buildId: JSON.stringify(id),
      precachedFiles: JSON.stringify(files),
    },
    build: {
      outDir: clientDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        // How long plugins took is not what a build is asked for.
        checks: { bundlerTimings: false },
        input: `src/service-worker/${isOn ? 'index' : 'off'}.ts`,
        // As in the client: contracts contain schemas that the worker does not need.
        treeshake: {
          manualPureFunctions: ['v'],
          moduleSideEffects: [{ test: /\/src\/features\/.*\.ts$/, sideEffects: false }],
        },
        output: { format: 'iife', entryFileNames: serviceWorkerPath.slice(1) },
      },
    },
  })
}

/** The URLs of the scripts and styles behind the sources above, each once. */
export function listPrecached(manifest: Manifest): string[] {
  const files = new Set<string>()
  const visit = (key: string, isDeep = false) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The client manifest lacks ${key}, which the service worker stores`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const next of chunk.imports ?? []) visit(next)
    if (isDeep) for (const next of chunk.dynamicImports ?? []) visit(next)
  }
  // First, because it includes what it shows on demand.
  visit(page, true)
  for (const source of sources) visit(source)
  return [...[...files].map((file) => `/${file}`), ...others].toSorted()
}

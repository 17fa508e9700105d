import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { cloudflare } from '@cloudflare/vite-plugin'
import { defineConfig } from 'vite'
import { browserImports } from './scripts/build/browser-imports.ts'
import { buildFacts } from './scripts/build/build-facts.ts'
import { beginStamp } from './scripts/build/build-stamp.ts'
import { moveMaps } from './scripts/build/client-maps.ts'
import { chunkGroups, filesToFetch } from './scripts/build/client-chunks.ts'
import { workerChunkGroups } from './scripts/build/worker-chunks.ts'
import { dataFiles } from './scripts/build/data-files.ts'
import { packageList, writeNotices } from './scripts/build/licences.ts'
import { ogImages } from './scripts/build/og-images.ts'
import { refuseBareDeployment } from './scripts/build/refuse-bare.ts'
import { buildServiceWorker } from './scripts/build/service-worker.ts'
import { webManifests } from './scripts/build/web-manifests.ts'
import { sourceClassNames } from './scripts/build/short-class-names.ts'
import { workerBinaries } from './scripts/build/worker-binaries.ts'
import { workerMessages } from './scripts/build/worker-messages.ts'
import { workerPatterns } from './scripts/build/worker-patterns.ts'
import { workerTexts } from './scripts/build/worker-texts.ts'
import { quietLogger } from './scripts/build/quiet-logger.ts'
import { devStateFolder } from './scripts/server/dev-state.ts'
import { localFlood } from './scripts/server/limits.ts'
import { reactStream } from './scripts/build/react-stream.ts'

const hashedNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:6][extname]',
}

/**
 * A component may be lazy on one page and a part of another. How long plugins took is not what a build is asked for. Sonner's
 * directive is for another kind of server.
 */
const checks = { bundlerTimings: false, ineffectiveDynamicImport: false, moduleLevelDirective: false }

/** Sonner's module writes its styles into the document, which our Content-Security-Policy refuses: our pages link them. */
const stylesInScript = '__insertCSS'

export default defineConfig(({ command }) => ({
  customLogger: quietLogger(),
  plugins: [
    buildFacts(),
    dataFiles(),
    workerMessages(),
    workerBinaries(),
    workerTexts(),
    workerPatterns(),
    browserImports(),
    reactStream(),
    webManifests(),
    ogImages(),
    // One name for the worker's side of the build, whichever environment of wrangler.toml it is for.
    cloudflare({
      viteEnvironment: { name: 'kismet' },
      persistState: { path: devStateFolder() },
      ...(command === 'serve' ? { config: raiseFloodLimit } : {}),
    }),
  ],
  css: {
    modules: {
      generateScopedName: command === 'build' ? sourceClassNames(import.meta.dirname) : '[name]_[local]_[hash:base64:5]',
    },
  },
  // Rosetta's dlv offers browsers a UMD file, which brings the glue of CommonJS with it.
  resolve: { alias: { dlv: 'dlv/dist/dlv.es.js' } },
  // Browsers that know light-dark() and nesting: without this every colour is shipped twice.
  build: {
    cssMinify: true,
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    license: { fileName: packageList },
  },
  optimizeDeps: { rolldownOptions: { treeshake: { manualPureFunctions: [stylesInScript] } } },
  environments: {
    // A smaller source starts sooner; the maps go up with it, so that stacks stay readable.
    kismet: {
      build: {
        minify: true,
        sourcemap: true,
        // The worker names the client's assets as the client does.
        rolldownOptions: {
          checks,
          // As for the client, but for all our modules: test/side-effects.test.ts shows that none does anything when evaluated.
          treeshake: {
            manualPureFunctions: ['v', stylesInScript],
            moduleSideEffects: [{ test: /\/src\/.*\.tsx?$/, sideEffects: false }],
          },
          output: { codeSplitting: { groups: workerChunkGroups }, assetFileNames: hashedNames.assetFileNames, charset: 'ascii' },
        },
      },
    },
    client: {
      build: {
        manifest: true,
        // No script names its map, and moveMaps takes the maps out of what is served.
        sourcemap: 'hidden',
        modulePreload: { resolveDependencies: (_file, files, { hostId }) => filesToFetch(files, hostId) },
        rolldownOptions: {
          checks,
          input: [
            'src/client/entry.ts',
            'src/client/guest-entry.ts',
            'src/client/pixel/pixel-entry.ts',
            'src/client/pwa/shell-entry.ts',
            'src/client/styles.ts',
          ],
          // Keeps what src/client/styles.ts is there for.
          preserveEntrySignatures: 'exports-only',
          // Contracts hold valibot schemas (imported as `v`) beside what the browser needs: building one has no effect.
          // Nobody imports a feature's module for what it does when it is evaluated.
          treeshake: {
            manualPureFunctions: ['v', stylesInScript],
            moduleSideEffects: [{ test: /\/src\/features\/.*\.ts$/, sideEffects: false }],
          },
          // Constants stand where they are used: a page is sent those of its own, and no chunk exports them.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            codeSplitting: { groups: chunkGroups },
            // Files name each other some hundred times: a character less is 42 bits still, or 36 for assets.
            ...hashedNames,
          },
        },
      },
    },
  },
  builder: {
    // The client first: the worker's bundle holds the client's manifest.
    async buildApp(builder) {
      const { root, isProduction } = builder.config
      const stamp = await beginStamp(root)
      const folders: string[] = []
      for (const name of ['client', 'kismet']) {
        const environment = builder.environments[name]
        if (!environment) throw new Error(`The build environment ${name} is missing`)
        await builder.build(environment)
        folders.push(resolve(root, environment.config.build.outDir))
      }
      const [served = '', worker = ''] = folders
      await buildServiceWorker(served)
      await writeNotices(folders, served)
      await moveMaps(served)
      await refuseBareDeployment(worker, root)
      // A copy of the local secrets, which servers read at the root: wrangler would name it at each start.
      await rm(resolve(worker, '.dev.vars'), { force: true })
      if (isProduction) stamp(worker)
    },
  },
}))

/** `npm run dev`: all that a page asks of Vite's server comes from one address. */
function raiseFloodLimit({ ratelimits }: { ratelimits: { name: string; simple: { limit: number } }[] }): void {
  for (const { name, simple } of ratelimits) if (name === 'FLOOD_LIMIT') simple.limit = localFlood
}

import { build, type PluginOption } from 'vite'
import type { WorkerFiles } from './workerd.ts'

/** Builds a fixture for workerd as one file, in production mode. */
export async function buildWorker(name: string, entry: string, dir: string, plugins: PluginOption[] = []): Promise<WorkerFiles> {
  await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { target: 'webworker', noExternal: true },
    resolve: { conditions: ['workerd', 'worker', 'module', 'import', 'production'] },
    build: {
      ssr: entry,
      outDir: dir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { external: [/^cloudflare:/], output: { entryFileNames: `${name}.js`, codeSplitting: false } },
    },
  })
  return { dir, modules: [`${name}.js`] }
}

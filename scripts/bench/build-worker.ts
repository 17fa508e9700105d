import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type PluginOption } from 'vite';

/** Builds one fixture for workerd, in production mode and as one file, and gives the path of the module. */
export async function buildWorker(name: string, entry: string, outDir: string, plugins: PluginOption[] = []) {
  await mkdir(outDir, { recursive: true });
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
      outDir,
      emptyOutDir: false,
      minify: true,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: `${name}.js`, codeSplitting: false } },
    },
  });
  return join(outDir, `${name}.js`);
}

import { cloudflare } from '@cloudflare/vite-plugin'
import { defineConfig } from 'vite'
import { buildFacts } from './scripts/build/build-facts.ts'
import { reactStream } from './src/worker/render/react-stream-plugin.ts'
import { stripSonnerStyle } from './src/worker/render/strip-sonner-style-plugin.ts'

export default defineConfig({
  plugins: [buildFacts(), stripSonnerStyle(), reactStream(), cloudflare()],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:5]' } },
  // Browsers that know light-dark() and nesting: without this every colour is shipped twice.
  build: { cssMinify: true, cssTarget: ['chrome123', 'safari17.5', 'firefox120'], assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        manifest: true,
        rollupOptions: { input: ['src/client/entry.ts', 'src/client/guest-entry.ts'] },
      },
    },
  },
  builder: {
    // The client first: the worker's bundle holds the client's manifest.
    async buildApp(builder) {
      const { client, ...workers } = builder.environments
      if (!client) throw new Error('The client environment is missing')
      await builder.build(client)
      for (const worker of Object.values(workers)) await builder.build(worker)
    },
  },
})

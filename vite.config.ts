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
        rolldownOptions: { input: ['src/client/entry.ts', 'src/client/guest-entry.ts'] },
      },
    },
  },
  builder: {
    // The client first: the worker's bundle holds the client's manifest.
    async buildApp(builder) {
      for (const name of ['client', 'kismet']) {
        const environment = builder.environments[name]
        if (!environment) throw new Error(`The build environment ${name} is missing`)
        await builder.build(environment)
      }
    },
  },
})

import { defineConfig } from '@playwright/test'
import { storeInMemory } from '../support/memory-stores.ts'

storeInMemory()

/** They mostly wait for clocks that run in the server, such as the half minute of a vote, and need little of the processor. */
const waiting = ['**/blind-date-noes.spec.ts', '**/blind-date-votes.spec.ts']

/** Browser tests against the production build; each test process starts a server on a free port, with a state folder of its own. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: '../support/browser/global-setup.ts',
  fullyParallel: true,
  // One more than cores, because tests also wait. A fourth makes each slower and all no faster.
  workers: 3,
  // Server and browsers share two cores. A retry distinguishes a slow machine from a broken page; it is reported as
  // flaky.
  retries: 2,
  timeout: 60_000,
  // For slow machines: a check that passes waits no longer for it.
  expect: { timeout: 20_000 },
  reporter: 'list',
  // From the start on, one process waits while the others work; at the end all of them would wait.
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'pages', testIgnore: waiting },
  ],
  use: {
    locale: 'en-GB',
    // Motion costs a fourth of the processor's time here. Specs about what moves, and of the ways that most people go, ask for it.
    reducedMotion: 'reduce',
    // A service worker answers requests before `page.route` sees them, and outlives a page: only its own specs allow it.
    serviceWorkers: 'block',
    // A trace records the page, so only retries have one.
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        // Tabs of one test share a renderer, which starts once.
        '--process-per-site',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})

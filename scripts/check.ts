import { run } from './server/run.ts'

/** `npm run check`: format, lint, types, unused code; the first that fails ends it. */
await run('oxfmt', ['--check'])
await run('oxlint', ['--deny-warnings'])
await run('tsc', ['--build'])
await run('knip', [])

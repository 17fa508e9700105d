import { run, withMessage } from './server/run.ts'

/** `npm run check`: format, lint, types, unused code. It stops at the first failure. */
await withMessage(async () => {
  await run('oxfmt', ['--check'])
  await run('oxlint', ['--deny-warnings'])
  await run('tsc', ['--build'])
  await run('knip', [])
})

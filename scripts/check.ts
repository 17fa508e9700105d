import { run, withMessage } from './server/run.ts'

/** `npm run check`: format, then types, and beside them lint and unused code. It starts nothing after the first failure. */
await withMessage(async () => {
  await run('oxfmt', ['--check'])
  // Types take most of the time, and rarely both cores.
  await Promise.all([run('tsc', ['--build']), run('oxlint', ['--deny-warnings']).then(() => run('knip', []))])
})

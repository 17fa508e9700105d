import { run, withMessage } from './server/run.ts'

/** `npm run check`: format, then types, and beside them lint and unused code. It starts nothing after the first failure. */
await withMessage(async () => {
  await run('oxfmt', ['--check'])
  // Types take most of the time. Several checkers of a project would check what its files share once each.
  await Promise.all([run('tsc', ['--build', '--checkers', '1']), run('oxlint', ['--deny-warnings']).then(() => run('knip', []))])
})

import { writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'
import { withMessage } from './server/run.ts'

/**
 * `npm exec -- node scripts/sizes.ts` prints the sizes of the build in `dist` beside those of the previous release. With
 * `--release` it stores them for the next one; test/build/budgets.test.ts fails if something has grown by more than 5 %.
 */
type Sizes = Record<string, number>

await withMessage(async () => {
  /** Through Vite, because the lists of pages contain JSX. */
  const { module: sizes } = await runnerImport<{
    readSizes(): Promise<Sizes>
    readLastRelease(): Sizes
    lastReleaseFile: string
  }>('/test/sizes.ts')
  const [now, before] = [await sizes.readSizes(), sizes.readLastRelease()]

  for (const [what, size] of Object.entries(now)) {
    const { [what]: old } = before
    const change = old === undefined ? 'new' : `${(100 * (size / old - 1)).toFixed(1)} %`
    console.log(`${size.toLocaleString('en').padStart(10)} ${change.padStart(8)}  ${what}`)
  }
  if (process.argv.includes('--release')) {
    writeFileSync(sizes.lastReleaseFile, `${JSON.stringify(now, null, 2)}\n`)
    console.log(`Written to ${sizes.lastReleaseFile}`)
  }
}, 'It measures the build in dist: run `npm run build` first, in the root of the project.')

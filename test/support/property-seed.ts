import fc from 'fast-check'
import { isFullLength } from './full-length.ts'

// Property tests use the same values in each run. At full length they use new ones; a failure names its seed.
if (!isFullLength) fc.configureGlobal({ seed: 20261129 })

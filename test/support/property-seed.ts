import fc from 'fast-check'
import { isFullLength } from './full-length.ts'

// Property tests try the same values in each run. At full length they try new ones; a failure names its seed.
if (!isFullLength) fc.configureGlobal({ seed: 20261129 })

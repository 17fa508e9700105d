import { afterAll } from 'vitest'
import { areaLimits } from '#features/nearby/server/areas/away.ts'
import { makeHashesCheap } from './worker/cheap-hashes.ts'
import { compareStatements } from './worker/compare-statements.ts'
import { closeConsole, openConsole } from './worker/console.ts'
import { importMainOnce } from './worker/main-once.ts'
import { startEmpty } from './worker/stores.ts'

importMainOnce()
makeHashesCheap()
compareStatements()
// Areas that do not answer in time are left to SQL, with other figures.
areaLimits.answerMs = 20_000
areaLimits.leftAloneMs = 0
await startEmpty()
openConsole()
afterAll(closeConsole)

import { afterAll } from 'vitest'
import { makeHashesCheap } from './worker/cheap-hashes.ts'
import { closeConsole, openConsole } from './worker/console.ts'
import { startEmpty } from './worker/stores.ts'

makeHashesCheap()
await startEmpty()
openConsole()
afterAll(closeConsole)

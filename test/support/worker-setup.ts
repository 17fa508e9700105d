import { afterAll } from 'vitest'
import { makeHashesCheap } from './worker/cheap-hashes.ts'
import { closeConsole, openConsole } from './worker/console.ts'
import { importMainOnce } from './worker/main-once.ts'
import { startEmpty } from './worker/stores.ts'

importMainOnce()
makeHashesCheap()
await startEmpty()
openConsole()
afterAll(closeConsole)

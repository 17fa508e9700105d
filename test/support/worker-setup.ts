import { afterAll } from 'vitest'
import { closeConsole, openConsole } from './worker/console.ts'
import { startEmpty } from './worker/stores.ts'

await startEmpty()
openConsole()
afterAll(closeConsole)

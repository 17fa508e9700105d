import { runInDurableObject } from 'cloudflare:test'
import { importsDone } from './load-once.ts'

/**
 * Ends an object abruptly: it loses its memory and keeps its storage. What `first` stores is stored.
 *
 * It waits until no module is being imported: an import of the object's own would end with it, and Vite would wait for that
 * import for ever, as would everybody else who needs the module.
 */
export async function abortObject(stub: DurableObjectStub, first?: (sql: SqlStorage) => void): Promise<void> {
  await runInDurableObject(stub, async (_, state) => {
    first?.(state.storage.sql)
    if (first) await state.storage.sync()
    await importsDone()
    state.abort('crash')
  }).catch(() => {})
}

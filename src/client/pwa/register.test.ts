import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from './register.ts'

vi.mock('#shared/service-worker.ts', async (original) => ({ ...(await original<object>()), isWorkerOn: false }))
afterEach(() => vi.unstubAllGlobals())

test('switched off, a page takes away the worker that a page of an older build registered again', async () => {
  const unregister = vi.fn(async () => true)
  const register = vi.fn()
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ unregister }), register } })
  await registerWorker({ memberId: 'm', onNeedsRefresh: () => {}, signal: new AbortController().signal })
  expect(unregister).toHaveBeenCalledOnce()
  expect(register).not.toHaveBeenCalled()
})

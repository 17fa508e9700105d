import { afterEach, expect, test, vi } from 'vitest'
import { follow } from './follow.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A browser whose navigations end as the test says. */
function stubNavigation() {
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  const navigate = vi.fn((_target: string, _options: object) => ({ committed: finished, finished }))
  vi.stubGlobal('window', { navigation: { navigate } })
  return { navigate, resolve, reject }
}

test.each([
  ['is on screen', 'resolve'],
  ['was refused, as without a connection', 'reject'],
] as const)('a form is free again once the page that its answer leads to %s', async (_, end) => {
  const navigation = stubNavigation()
  const settled = vi.fn()
  const following = follow('/store/pay?order=1&problem=declined', false).then(settled)
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  navigation[end]()
  await following
  expect(settled).toHaveBeenCalledOnce()
  expect(navigation.navigate).toHaveBeenCalledExactlyOnceWith('/store/pay?order=1&problem=declined', {})
})

test('a new document is asked for by its name, and without the Navigation API it is one anyway', async () => {
  const { navigate } = stubNavigation()
  void follow('/', true)
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/', { info: 'document' })
  const assign = vi.fn()
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { assign })
  void follow('/likes', false)
  expect(assign).toHaveBeenCalledExactlyOnceWith('/likes')
})

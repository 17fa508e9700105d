import { createStore, type Store } from '#ui/browser/stores.ts'

/** A browser's storage in memory: its keys are its own properties, as in browsers. */
export function memoryStorage(held: Readonly<Record<string, string>> = {}): Storage {
  const values: Record<string, string> = { ...held }
  const hidden = {
    length: { get: () => Object.keys(values).length },
    clear: { value: () => void Object.keys(values).forEach((key) => Reflect.deleteProperty(values, key)) },
    getItem: { value: (key: string) => values[key] ?? null },
    key: { value: (index: number) => Object.keys(values)[index] ?? null },
    removeItem: { value: (key: string) => void Reflect.deleteProperty(values, key) },
    setItem: { value: (key: string, text: string) => void (values[key] = text) },
  }
  return Object.defineProperties(values, hidden) as Record<string, string> & Storage
}

/** Local storage with the content `held`. */
export function memoryStore(held?: Readonly<Record<string, string>>): Store<'local'> {
  const storage = memoryStorage(held)
  return createStore('local', () => storage)
}

/** Local storage that throws on access. */
export const brokenStore: Store<'local'> = createStore('local', () => {
  throw new DOMException('denied', 'SecurityError')
})

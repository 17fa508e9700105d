type Mocker = { moduleRunner: { import: (path: string) => Promise<unknown> } }

const main = '/src/worker/index.ts'

/**
 * Finds the worker's main module once. The pool imports it through this runner of Vitest's for each request and each call of an
 * object, and the runner asks Node where it is each time: thousands of questions with the same answer.
 */
export function importMainOnce(): void {
  const { moduleRunner }: Mocker = Reflect.get(globalThis, '__vitest_mocker__')
  const load = moduleRunner.import.bind(moduleRunner)
  let loaded: unknown
  moduleRunner.import = async (path) => {
    if (!path.endsWith(main)) return load(path)
    loaded ??= await load(path)
    return loaded
  }
}

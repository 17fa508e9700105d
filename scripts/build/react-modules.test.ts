import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { asModule, reactFile } from './react-modules.ts'

const require = createRequire(import.meta.url)

describe('React as modules', () => {
  test.each(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'scheduler'] as const)(
    '%s exports the same names as the file that was published',
    (id) => {
      const module = asModule(readFileSync(reactFile(id), 'utf8'))
      const [, list = ''] = /export \{ (.*) \}\n$/.exec(module) ?? []
      const names = list.split(', ').map((entry) => entry.split(' as ')[1])
      expect(names.toSorted()).toEqual(Object.keys(require(reactFile(id))).toSorted())
    },
  )

  test('what is required is imported, and a name that the file itself reads stays one variable', () => {
    const source = 'var A = require("a"),\n  B = require("b");\nexports.now = void 0;\nexports.now = A.now;\nexports.one = B;\n'
    expect(asModule(source)).toBe(
      [
        "import * as A from 'a'",
        "import * as B from 'b'",
        'var export_now',
        '\nexport_now = void 0;\nexport_now = A.now;\nvar export_one = B;\n',
        'export { export_now as now, export_one as one }',
        '',
      ].join('\n'),
    )
  })

  test('a file of another form is refused', () => {
    expect(() => asModule('module.exports = require("./other.js");')).toThrow('is not as')
    expect(() => asModule('exports.one = 1; exports[name] = 2;')).toThrow('"exports[" is left over')
  })
})

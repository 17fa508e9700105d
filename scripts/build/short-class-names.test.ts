import { describe, expect, test } from 'vitest'
import { shortClassNames } from './short-class-names.ts'

const files = ['src/ui/layout/card.module.css', 'src/ui/controls/button.module.css']

describe('short class names', () => {
  test('a class keeps its name, whichever file is asked first', () => {
    const one = shortClassNames(files)
    const other = shortClassNames(files.toReversed())
    const names = (classNameOf: typeof one, order: readonly string[]) =>
      Object.fromEntries(order.map((file) => [file, [classNameOf('root', file), classNameOf('title', file)]]))
    expect(names(one, files)).toEqual(names(other, files.toReversed()))
    expect(one('root', 'src/ui/layout/card.module.css')).toBe(one('root', 'src/ui/layout/card.module.css'))
  })

  test('no two classes share a name, and none can be taken for an advertisement', () => {
    const many = Array.from({ length: 500 }, (_, index) => `src/${index}.module.css`)
    const classNameOf = shortClassNames(many)
    const names = many.flatMap((file) => Array.from({ length: 30 }, (_, index) => classNameOf(`class${index}`, file)))
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[b-df-hj-np-tv-z]+[A-Z]+$/.test(name))).toEqual([])
  })

  test('an unknown file is an error', () => {
    expect(() => shortClassNames(files)('root', 'src/elsewhere.module.css')).toThrow('src/elsewhere.module.css')
  })
})

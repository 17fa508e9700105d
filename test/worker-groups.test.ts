import { expect, test } from 'vitest'
import { groupFiles } from './support/vite/worker-groups.ts'

const named = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.test.ts`)

test('every file is in one group, and no group is larger than five', () => {
  const files = [...named('a', 29), ...named('b', 1), ...named('c', 2), ...named('d', 6), ...named('e', 1)]
  const groups = groupFiles(files)
  expect(groups.flat().toSorted()).toEqual(files.toSorted())
  expect(groups.map(({ length }) => length)).toEqual([5, 5, 5, 5, 5, 5, 2, 3, 4])
})

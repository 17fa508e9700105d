import { expect, test } from 'vitest'
import { groupFiles } from './support/vite/worker-groups.ts'

const named = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.test.ts`)

test('every file is in one group, and no group is larger than twenty', () => {
  const files = [...named('a', 46), ...named('b', 1), ...named('c', 2), ...named('d', 6), ...named('e', 1)]
  const groups = groupFiles(files)
  expect(groups.flat().toSorted()).toEqual(files.toSorted())
  expect(groups.map(({ length }) => length)).toEqual([20, 20, 16])
})

test('encounters and realtime start first, each in a group of its own', () => {
  const [encounters, realtime] = [named('test/worker/encounters', 8), named('test/worker/realtime', 4)]
  expect(groupFiles([...named('a', 12), ...realtime, ...encounters])).toEqual([encounters, realtime, named('a', 12).toSorted()])
})

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWorks, noticesFile, packageList, readPackages, writeNotices } from './licences.ts'

const mit = { name: 'a', version: '1.0.0', identifier: 'MIT', text: 'Copyright (c) A' }

test.each(['GPL-3.0', 'AGPL-3.0-only', 'LGPL-2.1', 'MPL-2.0', 'CC-BY-SA-3.0', 'SEE LICENSE IN x', undefined])(
  'a package under %s stops the build, with its name and what to do',
  (identifier) => {
    expect(() => readPackages([mit, { ...mit, name: 'b', identifier }])).toThrow(/^b 1\.0\.0 is under .*Use another package/)
  },
)

test('a package without the text of its licence stops the build, unless its holder is known', () => {
  const { text: _, ...bare } = mit
  expect(() => readPackages([bare])).toThrow(/^a 1\.0\.0 comes without the text/)
  expect(readPackages([{ ...bare, name: 'dlv' }])[0]?.text).toMatch(
    /^Copyright \(c\) Jason Miller\n\nPermission is hereby granted, free of charge/,
  )
})

test('works stand in the order of their names, each version once', () => {
  const work = { name: 'b', version: '2.0.0', licence: 'ISC', text: 'text of b\n' }
  const works = [work, { ...work, name: 'a', version: '1.0.0', text: 'text of a' }, work]
  expect(describeWorks(works).match(/^. \d.*$|^text .*$/gm)).toEqual(['a 1.0.0 · ISC', 'text of a', 'b 2.0.0 · ISC', 'text of b'])
})

test('the lists of all builds become one served file, and are gone', async () => {
  const [served, other] = [await mkdtemp(join(tmpdir(), 'kismet-a-')), await mkdtemp(join(tmpdir(), 'kismet-b-'))]
  try {
    await writeFile(join(served, packageList), JSON.stringify([mit]))
    await writeFile(join(other, packageList), JSON.stringify([mit, { ...mit, name: 'z' }]))
    await writeNotices([served, other], served)
    expect([await readdir(served), await readdir(other)]).toEqual([[noticesFile], []])
    const titles = (await readFile(join(served, noticesFile), 'utf8')).match(/^.* · \S+$/gm)
    expect(titles?.filter((title) => /^[az] /.test(title))).toEqual(['a 1.0.0 · MIT', 'z 1.0.0 · MIT'])
  } finally {
    await Promise.all([served, other].map((folder) => rm(folder, { recursive: true })))
  }
})

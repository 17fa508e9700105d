import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium } from './chromium.ts'

test('a browser is found that runs, and one from a package is unpacked once', async () => {
  const given = process.env['CHROMIUM_PATH']
  onTestFinished(() => void (given === undefined ? delete process.env['CHROMIUM_PATH'] : (process.env['CHROMIUM_PATH'] = given)))
  delete process.env['CHROMIUM_PATH']
  const path = await findChromium()
  expect(execFileSync(path, ['--version']).toString()).toMatch(/Chrom/)
  const { mtimeMs } = statSync(path)
  expect(await findChromium()).toBe(path)
  expect(statSync(path).mtimeMs).toBe(mtimeMs)
})

import { expect, it } from 'vitest'
import { drawAlias } from './draw-alias.ts'

const seeds = Array.from({ length: 500 }, (_, index) => ((index * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0'))

it('draws the same portrait for a seed every time, and another one for another seed', () => {
  expect(drawAlias('0badcafe')).toEqual(drawAlias('0badcafe'))
  expect(new Set(seeds.map((seed) => drawAlias(seed).line)).size).toBe(seeds.length)
})

it('draws paths of finite numbers, on one of six grounds', () => {
  for (const seed of seeds) {
    const { tint, line, features } = drawAlias(seed)
    expect(`${line}${features}`).toMatch(/^[MCqh\d .-]+$/)
    expect([0, 1, 2, 3, 4, 5]).toContain(tint)
  }
})

it('draws portraits of about the same size, so that none stands out in what is sent', () => {
  const lengths = seeds.map((seed) => drawAlias(seed).line.length)
  expect(Math.max(...lengths)).toBeLessThan(700)
})

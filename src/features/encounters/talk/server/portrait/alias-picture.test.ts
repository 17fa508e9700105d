import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawAlias, grounds } from '../../ui/draw-alias.ts'
import { aliasPicture } from './alias-picture.ts'

const css = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the file shows the lines of the drawing on the ground of its tint', () => {
  for (const seed of ['00000000', '3fa9c1d2', 'ffffffff']) {
    const { tint, line, features } = drawAlias(seed)
    const picture = aliasPicture(seed)
    for (const part of [line, features, `fill="${grounds[tint]}"`]) expect(picture).toContain(part)
  }
})

test('its colours are those of the drawing on pages', () => {
  const tints = [...css('../../../../../ui/identity/portrait.module.css').matchAll(/\.tint\d \{\s+--ground: (#\w+);/g)]
  expect(tints.map(([, ground]) => ground)).toEqual(grounds)
  const strokes = [...css('../../ui/alias-avatar.module.css').matchAll(/stroke: (#\w+);\s+stroke-width: ([\d.]+);/g)]
  expect(strokes).toHaveLength(2)
  for (const [, color, width] of strokes) expect(aliasPicture('3fa9c1d2')).toContain(`stroke="${color}" stroke-width="${width}"`)
})

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mulberry32 } from '#seed/demo/random.ts'
import { keysOf } from '#shared/records.ts'
import { drawingPartsUrl } from '#shared/avatar.ts'
import { drawingChoices, drawingColours, type Drawing } from '#shared/drawing/choices.ts'
import { encodeDrawing, firstDrawing, layersOf, partHref, randomDrawing, readDrawing } from '#shared/drawing/drawing.ts'
import { builtLike, drawBuilt, drawCode, drawPartsFile, lookOfCode } from './draw-built.ts'
import { drawAvatar, lookOf } from './draw.ts'

const parts = keysOf(drawingChoices)
const random = mulberry32(7)
const byChance = Array.from({ length: 200 }, () => randomDrawing(random))
const withEachChoice = parts.flatMap((part) =>
  drawingChoices[part].map((choice) => readDrawing((each) => (each === part ? choice : null), firstDrawing)),
)
const all = [...byChance, ...withEachChoice]

const file = drawPartsFile()
const groups = new Map(
  [...file.matchAll(/<g id="([\w-]+)">(.*?)<\/g>(?=<g id=|<\/defs>)/gs)].map(([, id = '', part = '']) => [id, part]),
)

describe('a built drawing', () => {
  it('has each of its parts and colours, whatever is combined', () => {
    for (const drawing of all) {
      const svg = drawBuilt(drawing)
      const code = encodeDrawing(drawing)
      for (const { id, color = '' } of layersOf(drawing)) {
        expect(groups.get(id)?.length, id).toBeGreaterThan(50)
        expect(svg, `${code} ${id}`).toContain(color)
      }
      expect(svg, code).toContain(drawingColours.background[drawing.background])
      expect(svg, code).not.toMatch(/currentColor|#000\b|undefined|NaN|<metadata/)
      expect(svg.split('<g').length, code).toBe(svg.split('</g>').length)
    }
  })

  it('differs with each choice of each part', () => {
    for (const part of parts) {
      const each = drawingChoices[part].map((choice) =>
        drawBuilt(readDrawing((other) => (other === part ? choice : null), { ...firstDrawing, hair: 'turban', beard: 'full' })),
      )
      // A turban covers the hair, whose colour then is that of the beard.
      expect(new Set(each).size, part).toBe(each.length)
    }
  })

  it('is what the page puts together from the file of parts', () => {
    for (const drawing of all) {
      const put = layersOf(drawing).map(({ id, color = '' }) => (groups.get(id) ?? '').replaceAll('currentColor', color))
      const svg = drawBuilt(drawing)
      expect(svg.slice(svg.indexOf('/>') + 2, -'</svg>'.length)).toBe(put.join(''))
    }
  })

  it('holds nothing that runs, loads or has a style of its own', () => {
    for (const svg of [file, ...byChance.map(drawBuilt)])
      expect(svg).not.toMatch(/<script|href=|\son\w+=|style=|url\(|<foreignObject|<metadata/i)
  })

  it('is not drawn for a code that no choices have', () => {
    expect(drawCode(encodeDrawing(firstDrawing))).toBe(drawBuilt(firstDrawing))
    expect(drawCode('zzzzzzzzzz')).toBeNull()
    expect(lookOfCode('zzzzzzzzzz')).toBeNull()
  })
})

/** Profiles store choices, never pictures, so another version of the library must not change members' faces. */
it('draws every part to the byte as it was; another file of parts needs another address', () => {
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 16)
  expect([drawingPartsUrl, hash]).toEqual(['/avatars/parts/1.svg', 'a5107a382917fae8'])
  expect(layersOf(firstDrawing).map(partHref)[0]).toBe('/avatars/parts/1.svg#face')
  expect(groups.size).toBe(file.split('<g id=').length - 1)
})

describe('what is seen in a built drawing', () => {
  const lookAt = (choices: Partial<Drawing>) => lookOfCode(encodeDrawing({ ...firstDrawing, ...choices }))

  it('is what was chosen; hair that is covered or missing is not described', () => {
    expect(lookAt({ hair: 'bun', hairColour: 'red', glasses: 'round', clothesColour: 'blue' })).toEqual({
      hair: 'red',
      length: 'long',
      glasses: true,
      beard: false,
      clothes: 'blue',
    })
    expect(lookAt({ hair: 'neat', hairColour: 'dark-brown', beard: 'goatee' })).toMatchObject({
      hair: 'brown',
      length: 'short',
      beard: true,
    })
    for (const hair of ['bald', 'turban', 'hijab'] as const) expect(lookAt({ hair })).toMatchObject({ hair: null, length: null })
  })

  it('is kept when the builder starts from a ready-made drawing', () => {
    const seeds = Array.from({ length: 60 }, (_, index) => `${['f-', 'm-', ''][index % 3]}${index}`)
    for (const seed of seeds) {
      const [ready, built] = [lookOf(seed), lookOfCode(encodeDrawing(builtLike(seed)))]
      expect([seed, built?.hair, built?.clothes, built?.beard]).toEqual([seed, ready.hair, ready.clothes, ready.beard])
      const svg = drawBuilt(builtLike(seed))
      const ground = Object.values(drawingColours.background).find((colour) => drawAvatar(seed).includes(`fill="${colour}"`))
      expect(svg, seed).toContain(ground)
    }
  })
})

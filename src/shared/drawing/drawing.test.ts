import { describe, expect, it } from 'vitest'
import { keysOf } from '../records.ts'
import { mulberry32 } from '#seed/demo/random.ts'
import { avatarUrl } from '../avatar.ts'
import { drawingChoices, drawingGroups, type Drawing } from './choices.ts'
import {
  avatarOfDrawing,
  decodeDrawing,
  encodeDrawing,
  firstDrawing,
  isAvatar,
  layersOf,
  randomDrawing,
  readDrawing,
} from './drawing.ts'

const parts = keysOf(drawingChoices)
const random = mulberry32(54)
const byChance = Array.from({ length: 500 }, () => randomDrawing(random))
/** Each choice of each part once, on an otherwise first drawing. */
const withEachChoice = parts.flatMap((part) =>
  drawingChoices[part].map((choice) => readDrawing((each) => (each === part ? choice : null), firstDrawing)),
)

describe('a stored drawing', () => {
  it('is its choices, one character each, and nothing else', () => {
    for (const drawing of [...byChance, ...withEachChoice]) {
      const code = encodeDrawing(drawing)
      expect(code).toMatch(/^[0-9a-z]{10}$/)
      expect(decodeDrawing(code)).toEqual(drawing)
    }
    expect(new Set(withEachChoice.map(encodeDrawing)).size).toBe(withEachChoice.length - parts.length + 1)
  })

  it('keeps its choices: a list may only grow at its end', () => {
    const last = readDrawing((part) => drawingChoices[part].at(-1), firstDrawing)
    expect(encodeDrawing(last)).toBe('6n65244965')
    expect(decodeDrawing('2920000010')).toEqual({ ...firstDrawing, hair: 'chin-length' } satisfies Drawing)
    expect(decodeDrawing('6n65244965')).toEqual({
      skin: 'dark-brown',
      hair: 'hijab',
      hairColour: 'grey',
      mouth: 'calm',
      eyes: 'closed',
      glasses: 'sunglasses',
      beard: 'circle',
      clothes: 'backpack',
      clothesColour: 'pink',
      background: 'blue',
    })
  })

  it('is refused if no choices have it', () => {
    for (const code of [
      '',
      '0',
      '000000000',
      '00000000000',
      'zzzzzzzzzz',
      '7000000000',
      '000000000-',
      '00000000 0',
      'ABCDEFGHIJ',
      '0.00000000',
    ])
      expect(decodeDrawing(code), code).toBeNull()
  })

  it('is an avatar with an address, as ready-made ones are', () => {
    expect(avatarUrl(avatarOfDrawing(firstDrawing))).toBe('/avatars/built/2920000010.svg')
    expect(['notionists:f-1', 'built:2920000010'].filter(isAvatar)).toHaveLength(2)
    expect(['built:z920000010', 'built:', 'faceless', 'unknown:f-1', ''].filter(isAvatar)).toEqual([])
  })
})

describe('choices in an address', () => {
  it('replace those of the current drawing; unknown ones, repeated ones and other fields change nothing', () => {
    const query = new URLSearchParams('hair=bun&skin=blue&glasses=&mouth=__proto__&id=7&clothes=tie&clothes=coat')
    expect(readDrawing((part) => query.get(part), firstDrawing)).toEqual({ ...firstDrawing, hair: 'bun', clothes: 'tie' })
  })
})

describe('the builder', () => {
  it('offers every part in one of its groups', () => {
    expect(
      keysOf(drawingGroups)
        .flatMap((group) => drawingGroups[group])
        .toSorted(),
    ).toEqual(parts.toSorted())
  })

  it('surprises with every choice sooner or later, mostly without glasses and beard', () => {
    for (const part of parts) expect(new Set(byChance.map((drawing) => drawing[part]))).toEqual(new Set(drawingChoices[part]))
    const bare = (part: 'glasses' | 'beard') => byChance.filter((drawing) => drawing[part] === 'none').length
    expect(Math.min(bare('glasses'), bare('beard'))).toBeGreaterThan(byChance.length / 2)
  })

  it('surprises a woman without a beard or moustache', () => {
    const beards = Array.from({ length: 500 }, () => randomDrawing(random, 'woman').beard)
    expect(new Set(beards)).toEqual(new Set(['none']))
  })

  it('draws no part for none, and cloth in the colour of the clothes', () => {
    const bald: Drawing = { ...firstDrawing, hair: 'bald' }
    expect(layersOf(bald).map(({ id }) => id)).toEqual([
      'face',
      'clothes-polo',
      'mouth-smile',
      'nose',
      'eyes-open',
      'brows-smile',
    ])
    const colourOf = (drawing: Drawing, start: string) => layersOf(drawing).find(({ id }) => id.startsWith(start))?.color
    for (const hair of ['turban', 'hijab'] as const) {
      const covered: Drawing = { ...firstDrawing, hair, clothesColour: 'blue' }
      expect(colourOf(covered, 'hair-')).toBe(colourOf(covered, 'clothes-'))
    }
    expect(colourOf({ ...firstDrawing, beard: 'full' }, 'beard-')).toBe(colourOf(firstDrawing, 'hair-'))
  })
})

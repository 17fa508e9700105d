import { createAvatar } from '@dicebear/core'
import * as notionists from '@dicebear/notionists'
import type { AvatarLook } from '#shared/avatar.ts'
import { keysOf } from '#shared/records.ts'
import { drawingChoices, drawingColours, type Drawing } from '#shared/drawing/choices.ts'
import { decodeDrawing, firstDrawing, layersOf, readDrawing } from '#shared/drawing/drawing.ts'
import { beards, browsOf, clothes, eyes, glasses, hairs, mouths, nose } from './built-parts.ts'
import { colour, drawingSize, groundOf, partsOf } from './draw.ts'
import { clothesNames, hairNames, ink } from './palette.ts'
import { isLong } from './parts.ts'

/** The colour of a layer, as its part names it. */
const own = 'currentColor'

/** The style picks a part from each list by chance: from an empty one none, from a list of one always the same. */
const nothing: notionists.Options = {
  base: [],
  beard: [],
  beardProbability: 100,
  body: [],
  bodyIcon: [],
  brows: [],
  eyes: [],
  gesture: [],
  glasses: [],
  glassesProbability: 100,
  hair: [],
  lips: [],
  nose: [],
}

/** Draws one part alone. */
function drawPart(options: notionists.Options, hair: string = own): string {
  const svg = createAvatar(notionists, { clip: false, ...nothing, ...options }).toString()
  const body = svg.replaceAll(/^<svg[^>]*>|<metadata.*<\/metadata>|<g [^>]*><\/g>|<\/svg>$/gs, '')
  return colour(body, { skin: own, garment: own, hair })
}

const only = <Variant>(variant: Variant | null): Variant[] => (variant === null ? [] : [variant])

/** The cloth of a turban is what is white in other parts. */
const drawHair = (choice: Drawing['hair']): string =>
  choice === 'turban'
    ? drawPart({ hair: only(hairs[choice]) }, ink).replaceAll('#fff', own)
    : drawPart({ hair: only(hairs[choice]) })

/** How the parts of all choices are drawn, by the ids of their layers. */
const drawn: ReadonlyMap<string, () => string> = new Map([
  ['face', () => drawPart({ base: ['variant01'] })],
  ['nose', () => drawPart({ nose: [nose] })],
  ...drawingChoices.hair.map((choice) => [`hair-${choice}`, () => drawHair(choice)] as const),
  ...drawingChoices.mouth.map((choice) => [`mouth-${choice}`, () => drawPart({ lips: only(mouths[choice]) })] as const),
  ...drawingChoices.mouth.map((choice) => [`brows-${choice}`, () => drawPart({ brows: only(browsOf[choice]) })] as const),
  ...drawingChoices.eyes.map((choice) => [`eyes-${choice}`, () => drawPart({ eyes: only(eyes[choice]) })] as const),
  ...drawingChoices.glasses.map((choice) => [`glasses-${choice}`, () => drawPart({ glasses: only(glasses[choice]) })] as const),
  ...drawingChoices.beard.map((choice) => [`beard-${choice}`, () => drawPart({ beard: only(beards[choice]) })] as const),
  ...drawingChoices.clothes.map((choice) => [`clothes-${choice}`, () => drawPart({ body: only(clothes[choice]) })] as const),
])

const opened = '<svg xmlns="http://www.w3.org/2000/svg"'

/** A built drawing as SVG, always the same for the same choices. */
export function drawBuilt(drawing: Drawing): string {
  const layers = layersOf(drawing).map(({ id, color = ink }) => (drawn.get(id)?.() ?? '').replaceAll(own, color))
  return `${opened} ${drawingSize} fill="none">${groundOf(drawingColours.background[drawing.background])}${layers.join('')}</svg>`
}

/** The same by its stored code; null for one that no drawing has. */
export function drawCode(code: string): string | null {
  const drawing = decodeDrawing(code)
  return drawing && drawBuilt(drawing)
}

/** The file of all parts, each with the id of its layer. */
export function drawPartsFile(): string {
  const groups = [...drawn].map(([id, draw]) => `<g id="${id}">${draw()}</g>`)
  return `${opened} fill="none"><defs>${groups.join('')}</defs></svg>`
}

const hairless: readonly Drawing['hair'][] = ['bald', 'turban', 'hijab']

/** What is seen in a drawing by its stored code; null for a code that no drawing has. */
export function lookOfCode(code: string): AvatarLook | null {
  const drawing = decodeDrawing(code)
  if (!drawing) return null
  const length = isLong(hairs[drawing.hair]) ? 'long' : 'short'
  const isHairSeen = !hairless.includes(drawing.hair)
  return {
    hair: isHairSeen ? (hairNames[drawingColours.hairColour[drawing.hairColour]] ?? 'dark') : null,
    length: isHairSeen ? length : null,
    glasses: drawing.glasses !== 'none',
    beard: drawing.beard !== 'none',
    clothes: clothesNames[drawingColours.clothesColour[drawing.clothesColour]] ?? 'white',
  }
}

const nameOf = (names: Readonly<Record<string, unknown>>, value: unknown): string | undefined =>
  keysOf(names).find((name) => names[name] === value)

/**
 * Returns the drawing that the builder offers instead of a ready-made one: its colours, and each part that is among the choices.
 * Other parts are those of a first drawing, with hair of about the length.
 */
export function builtLike(seed: string): Drawing {
  const { skin, hair, garment, ground, hairPart, lips, eyes: open, glasses: worn, beard, body } = partsOf(seed)
  const like: Readonly<Record<string, string | undefined>> = {
    skin: nameOf(drawingColours.skin, skin),
    hairColour: nameOf(drawingColours.hairColour, hair) ?? 'dark',
    clothesColour: nameOf(drawingColours.clothesColour, garment),
    background: nameOf(drawingColours.background, ground),
    hair: nameOf(hairs, hairPart),
    mouth: nameOf(mouths, lips),
    eyes: nameOf(eyes, open),
    glasses: worn === undefined ? 'none' : nameOf(glasses, worn),
    beard: beard === undefined ? 'none' : nameOf(beards, beard),
    clothes: nameOf(clothes, body),
  }
  return readDrawing((part) => like[part], { ...firstDrawing, hair: seed.startsWith('m-') ? 'neat' : firstDrawing.hair })
}

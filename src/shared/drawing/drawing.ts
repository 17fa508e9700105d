import { avatarOf, drawingPartsUrl, parseAvatar } from '../avatar.ts'
import { keysOf } from '../records.ts'
import { drawingChoices, drawingColours, type ChoiceOf, type Drawing, type DrawingPart } from './choices.ts'

/** The order of the positions in a stored drawing, which may only grow at its end. */
const parts = keysOf(drawingChoices)

/** Puts a drawing together from one choice of each part. */
function drawingOf(choose: <Part extends DrawingPart>(part: Part) => ChoiceOf<Part>): Drawing {
  return {
    skin: choose('skin'),
    hair: choose('hair'),
    hairColour: choose('hairColour'),
    mouth: choose('mouth'),
    eyes: choose('eyes'),
    glasses: choose('glasses'),
    beard: choose('beard'),
    clothes: choose('clothes'),
    clothesColour: choose('clothesColour'),
    background: choose('background'),
  }
}

const choicesOf = <Part extends DrawingPart>(part: Part): readonly ChoiceOf<Part>[] => drawingChoices[part]

/** Where the builder starts for a member without a drawing. */
export const firstDrawing: Drawing = {
  skin: 'light',
  hair: 'chin-length',
  hairColour: 'brown',
  mouth: 'smile',
  eyes: 'open',
  glasses: 'none',
  beard: 'none',
  clothes: 'polo',
  clothesColour: 'green',
  background: 'peach',
}

/** Returns a drawing from named choices, such as those of an address; a missing or unknown one is that of `otherwise`. */
export function readDrawing(named: (part: DrawingPart) => unknown, otherwise: Drawing): Drawing {
  return drawingOf(
    <Part extends DrawingPart>(part: Part): ChoiceOf<Part> =>
      choicesOf(part).find((choice) => choice === named(part)) ?? otherwise[part],
  )
}

/**
 * Returns a drawing by chance. `random`: from 0 to below 1, as `Math.random`. Few people wear glasses, and fewer a beard; a woman
 * gets one only by choosing it.
 */
export function randomDrawing(random: () => number, gender?: string): Drawing {
  const pick = <Choice>(choices: readonly Choice[], otherwise: Choice) =>
    choices[Math.floor(random() * choices.length)] ?? otherwise
  return drawingOf(<Part extends DrawingPart>(part: Part): ChoiceOf<Part> => {
    const isBare = (part === 'glasses' && random() < 0.7) || (part === 'beard' && (gender === 'woman' || random() < 0.8))
    return isBare ? firstDrawing[part] : pick(choicesOf(part), firstDrawing[part])
  })
}

const digits = 36

/** Returns the drawing as it is stored after its style: the position of each choice, one character each. */
export function encodeDrawing(drawing: Drawing): string {
  return parts
    .map((part) =>
      choicesOf(part)
        .findIndex((choice) => choice === drawing[part])
        .toString(digits),
    )
    .join('')
}

/** Returns the drawing behind a stored code; null for one that `encodeDrawing` never returns. */
export function decodeDrawing(code: string): Drawing | null {
  const drawing = drawingOf(
    <Part extends DrawingPart>(part: Part): ChoiceOf<Part> =>
      choicesOf(part)[Number.parseInt(code.charAt(parts.indexOf(part)), digits)] ?? firstDrawing[part],
  )
  return encodeDrawing(drawing) === code ? drawing : null
}

/** Returns the drawing as a profile stores it. */
export const avatarOfDrawing = (drawing: Drawing): string => avatarOf(encodeDrawing(drawing), 'built')

/** True for what a profile may store: a ready-made drawing, or one that can be built. */
export function isAvatar(avatar: string): boolean {
  const parsed = parseAvatar(avatar)
  return parsed !== null && (parsed.style !== 'built' || decodeDrawing(parsed.seed) !== null)
}

/** A part of the file of parts, and the colour for what it leaves open. */
export type Layer = { id: string; color?: string }

/** Head coverings are of the clothes' colour. */
const coverings: readonly Drawing['hair'][] = ['turban', 'hijab']

/** Returns a drawing's layers from back to front; its background is not among them. */
export function layersOf(drawing: Drawing): Layer[] {
  const [cloth, hair] = [drawingColours.clothesColour[drawing.clothesColour], drawingColours.hairColour[drawing.hairColour]]
  return [
    { id: 'face', color: drawingColours.skin[drawing.skin] },
    { id: `clothes-${drawing.clothes}`, color: cloth },
    ...(drawing.hair === 'bald' ? [] : [{ id: `hair-${drawing.hair}`, color: coverings.includes(drawing.hair) ? cloth : hair }]),
    { id: `mouth-${drawing.mouth}` },
    ...(drawing.beard === 'none' ? [] : [{ id: `beard-${drawing.beard}`, color: hair }]),
    { id: 'nose' },
    { id: `eyes-${drawing.eyes}` },
    ...(drawing.glasses === 'none' ? [] : [{ id: `glasses-${drawing.glasses}` }]),
    { id: `brows-${drawing.mouth}` },
  ]
}

/** The address of a layer's part. */
export const partHref = ({ id }: Layer): string => `${drawingPartsUrl}#${id}`

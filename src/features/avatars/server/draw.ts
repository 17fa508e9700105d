import { createAvatar, type Style } from '@dicebear/core'
import * as notionists from '@dicebear/notionists'
import type { AvatarLook } from '#shared/avatar.ts'
import { drawingViewBox } from '#shared/drawing/choices.ts'
import { beards, beardShare, bodies, brows, eyes, glasses, hairOf, isLong, lips } from './parts.ts'
import { clothesNames, grounds, hairNames, ink, skins } from './palette.ts'

export type Colours = { skin: string; hair: string; garment: string }

/** The colour behind a drawing. */
export const groundOf = (colour: string) => `<rect width="1744" height="1744" fill="${colour}"/>`

/** Where the style places each of its parts. Drawings are black on white, so the part decides the colour. */
const face = 'translate(531 487)'
const body = 'translate(178 1057)'
const hair = 'translate(266 207)'
const beard = 'translate(653 805)'

export function colour(drawing: string, colours: Colours): string {
  return drawing
    .split(/(?=<g transform="translate\()/)
    .map((part) => {
      const at = part.slice('<g transform="'.length, part.indexOf('">'))
      if (at === face) return part.replaceAll('#fff', colours.skin).replaceAll('#000', ink)
      if (at === body) return part.replaceAll('#fff', colours.garment).replaceAll('#000', ink)
      if (at === hair || at === beard) return part.replaceAll('#000', colours.hair)
      return part.replaceAll('#000', ink)
    })
    .join('')
}

const fail = (list: readonly unknown[]): never => {
  throw new Error(`Nothing to pick from a list of ${list.length}`)
}

const style: Style<notionists.Options> = {
  ...notionists,
  create: (properties) => {
    const drawn = notionists.create(properties)
    const { prng } = properties
    const pick = <Value>(list: readonly Value[]): Value => list[prng.integer(0, list.length - 1)] ?? fail(list)
    const { ground, garments } = pick(grounds)
    const { skin, hairs } = pick(skins)
    const colours = { skin, hair: pick(hairs), garment: pick(garments) }
    return {
      ...drawn,
      body: `${groundOf(ground)}${colour(drawn.body, colours)}`,
      extra: () => ({ ...drawn.extra?.(), hairPart: drawn.extra?.()['hair'], ground, ...colours }),
    }
  },
}

/** The cropped square, as attributes of an `<svg>`. */
export const drawingSize = `viewBox="${drawingViewBox}" width="640" height="640"`

/**
 * The portrait of a seed as SVG, always the same for the same seed. The square is cropped so closely that head and shoulders fill
 * a 4:5 card as well as a circle.
 */
export function drawAvatar(seed: string): string {
  return avatarOf(seed)
    .toString()
    .replace(/<metadata.*?<\/metadata>/s, '')
    .replace('viewBox="0 0 1744 1744"', drawingSize)
}

/** The parts and colours of a seed's portrait by their names in the style. */
export const partsOf = (seed: string) => avatarOf(seed).toJson().extra

export function lookOf(seed: string): AvatarLook {
  const extra = partsOf(seed)
  return {
    hair: hairNames[String(extra['hair'])] ?? 'dark',
    length: isLong(extra['hairPart']) ? 'long' : 'short',
    glasses: Boolean(extra['glasses']),
    beard: Boolean(extra['beard']),
    clothes: clothesNames[String(extra['garment'])] ?? 'white',
  }
}

function avatarOf(seed: string) {
  return createAvatar(style, {
    seed,
    hair: hairOf(seed),
    lips,
    eyes,
    brows,
    glasses,
    beard: beards,
    body: bodies,
    beardProbability: beardShare(seed),
    glassesProbability: 18,
    gestureProbability: 0,
    bodyIconProbability: 0,
  })
}

import type { AvatarLook } from '#shared/avatar.ts'
import { drawingColours } from '#shared/drawing/choices.ts'

/** Colours of the drawn portraits: the brand's tints as backgrounds, each with matching garments. */
export const ink = '#2b1229'

type Ground = { ground: string; garments: readonly string[] }

const {
  purple: aubergine,
  green: sage,
  white: ivory,
  blue: dusk,
  orange: vermilion,
  yellow: amber,
  pink: rose,
} = drawingColours.clothesColour
const { background, skin } = drawingColours

export const grounds: readonly Ground[] = [
  { ground: background.peach, garments: [aubergine, sage, ivory, dusk, vermilion] },
  { ground: background.lilac, garments: [vermilion, amber, aubergine, sage, ivory] },
  { ground: background.green, garments: [vermilion, rose, amber, aubergine, ivory] },
  { ground: background.yellow, garments: [vermilion, aubergine, dusk, sage, rose] },
  { ground: background.pink, garments: [dusk, amber, sage, aubergine, ivory] },
  { ground: background.blue, garments: [vermilion, amber, rose, ivory, aubergine] },
]

/** The name of a garment's colour. */
export const clothesNames: Readonly<Record<string, AvatarLook['clothes']>> = {
  [vermilion]: 'orange',
  [aubergine]: 'purple',
  [sage]: 'green',
  [amber]: 'yellow',
  [rose]: 'pink',
  [dusk]: 'blue',
  [ivory]: 'white',
}

const {
  dark,
  'dark-brown': umber,
  brown: chestnut,
  'light-brown': hazel,
  red: copper,
  blond: gold,
  grey: silver,
} = drawingColours.hairColour

/** The name of a hair colour; colours without an entry are dark. */
export const hairNames: Readonly<Record<string, AvatarLook['hair']>> = {
  [umber]: 'brown',
  [chestnut]: 'brown',
  [hazel]: 'brown',
  [copper]: 'red',
  [gold]: 'blond',
  [silver]: 'grey',
}

type Skin = { skin: string; hairs: readonly string[] }

/** Each skin colour with hair that contrasts with it; common colours occur more than once. */
export const skins: readonly Skin[] = [
  { skin: skin['very-fair'], hairs: [dark, umber, umber, chestnut, hazel, gold, copper, silver] },
  { skin: skin.fair, hairs: [dark, umber, umber, chestnut, chestnut, hazel, gold, copper] },
  { skin: skin.light, hairs: [dark, dark, umber, chestnut, chestnut, gold] },
  { skin: skin.tan, hairs: [dark, dark, umber, umber, chestnut, silver] },
  { skin: skin['light-brown'], hairs: [dark, dark, umber, umber, silver] },
  { skin: skin.brown, hairs: [dark, dark, '#2f1a22'] },
]

import type { AvatarLook } from '#shared/avatar.ts'

/** Colours of the drawn portraits: the brand's tints as backgrounds, each with matching garments. */
export const ink = '#2b1229'

type Ground = { ground: string; garments: readonly string[] }

const vermilion = '#df5733'
const aubergine = '#7f4470'
const sage = '#6f9b7c'
const amber = '#e8a93f'
const rose = '#e08a98'
const dusk = '#6f93b3'
const ivory = '#fff6ea'

export const grounds: readonly Ground[] = [
  { ground: '#f6cdbf', garments: [aubergine, sage, ivory, dusk, vermilion] },
  { ground: '#e6d5ea', garments: [vermilion, amber, aubergine, sage, ivory] },
  { ground: '#d5e3cf', garments: [vermilion, rose, amber, aubergine, ivory] },
  { ground: '#fae0ae', garments: [vermilion, aubergine, dusk, sage, rose] },
  { ground: '#f5d0d6', garments: [dusk, amber, sage, aubergine, ivory] },
  { ground: '#d3e0ea', garments: [vermilion, amber, rose, ivory, aubergine] },
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

const dark = '#3d2230'
const umber = '#4b2a1e'
const chestnut = '#6b3c22'
const copper = '#a63d1f'
const gold = '#c98f47'
const silver = '#857a86'

/** The name of a hair colour; colours without an entry are dark. */
export const hairNames: Readonly<Record<string, AvatarLook['hair']>> = {
  [umber]: 'brown',
  [chestnut]: 'brown',
  '#a4632e': 'brown',
  [copper]: 'red',
  [gold]: 'blond',
  [silver]: 'grey',
}

type Skin = { skin: string; hairs: readonly string[] }

/** Each skin colour with hair that contrasts with it; common colours occur more than once. */
export const skins: readonly Skin[] = [
  { skin: '#fbdcc4', hairs: [dark, umber, umber, chestnut, '#a4632e', gold, copper, silver] },
  { skin: '#f6cda9', hairs: [dark, umber, umber, chestnut, chestnut, '#a4632e', gold, copper] },
  { skin: '#f2c6a0', hairs: [dark, dark, umber, chestnut, chestnut, gold] },
  { skin: '#dda676', hairs: [dark, dark, umber, umber, chestnut, silver] },
  { skin: '#bd7f50', hairs: [dark, dark, umber, umber, silver] },
  { skin: '#94593a', hairs: [dark, dark, '#2f1a22'] },
]

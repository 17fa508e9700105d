/**
 * The parts and colours of which a member can build a drawing, each with its choices. Names are under `drawing.<part>.<choice>`. A
 * stored drawing holds the position of each choice: lists may only grow at their end.
 */
export const drawingChoices = {
  skin: ['very-fair', 'fair', 'light', 'tan', 'light-brown', 'brown', 'dark-brown'],
  // prettier-ignore
  hair: [
    'neat', 'side-parting', 'tousled', 'quiff', 'spiky', 'undercut', 'short-curls', 'curls-on-top', 'pixie', 'chin-length', 'bob',
    'big-curls', 'wavy', 'layered', 'long', 'fringe', 'long-wavy', 'headband', 'ponytail', 'bun', 'two-buns', 'bald', 'turban', 'hijab',
  ],
  hairColour: ['dark', 'dark-brown', 'brown', 'light-brown', 'blond', 'red', 'grey'],
  mouth: ['smile', 'wide-smile', 'grin', 'laugh', 'half-smile', 'calm'],
  eyes: ['open', 'lashes', 'closed'],
  glasses: ['none', 'thin', 'square', 'round', 'sunglasses'],
  beard: ['none', 'full', 'moustache', 'goatee', 'circle'],
  clothes: ['polo', 'round-collar', 'open-collar', 'shirt', 'tie', 'hoodie', 'coat', 'scarf', 'flowers', 'backpack'],
  clothesColour: ['purple', 'green', 'white', 'blue', 'orange', 'yellow', 'pink'],
  background: ['peach', 'lilac', 'green', 'yellow', 'pink', 'blue'],
} as const
export type DrawingPart = keyof typeof drawingChoices
export type ChoiceOf<Part extends DrawingPart> = (typeof drawingChoices)[Part][number]

/** One choice of each part. */
export type Drawing = { [Part in DrawingPart]: ChoiceOf<Part> }

const vermilion = '#df5733'
const aubergine = '#7f4470'
const sage = '#6f9b7c'
const amber = '#e8a93f'
const rose = '#e08a98'
const dusk = '#6f93b3'
const ivory = '#fff6ea'

/** The brand's tints, in which drawings are coloured; older drawings have the same (server/palette.ts). */
export const drawingColours = {
  skin: {
    'very-fair': '#fbdcc4',
    fair: '#f6cda9',
    light: '#f2c6a0',
    tan: '#dda676',
    'light-brown': '#bd7f50',
    brown: '#94593a',
    'dark-brown': '#6f3f28',
  },
  hairColour: {
    dark: '#3d2230',
    'dark-brown': '#4b2a1e',
    brown: '#6b3c22',
    'light-brown': '#a4632e',
    blond: '#c98f47',
    red: '#a63d1f',
    grey: '#857a86',
  },
  clothesColour: { purple: aubergine, green: sage, white: ivory, blue: dusk, orange: vermilion, yellow: amber, pink: rose },
  background: { peach: '#f6cdbf', lilac: '#e6d5ea', green: '#d5e3cf', yellow: '#fae0ae', pink: '#f5d0d6', blue: '#d3e0ea' },
} as const satisfies { [Part in DrawingPart]?: Record<ChoiceOf<Part>, string> }
export type ColourPart = keyof typeof drawingColours

/** Parts in the order of the builder, under the headings of its groups. */
export const drawingGroups = {
  face: ['skin', 'mouth', 'eyes', 'glasses', 'beard'],
  hair: ['hair', 'hairColour'],
  clothes: ['clothes', 'clothesColour'],
  background: ['background'],
} as const satisfies Record<string, readonly DrawingPart[]>
export type DrawingGroup = keyof typeof drawingGroups

/** The square of the style's canvas that a drawing shows. */
export const drawingViewBox = '147 120 1440 1440'

type Named = { value: string; label: string }

/** The builder with its names in the page's language; they come with it, because few visits need them. */
export type DrawingView = {
  /** What the address says; choices that it does not name are those of the current drawing. */
  drawing: Drawing
  /** By chance, for a link: a script draws its own. */
  surprise: Drawing
  /** The member's own, for the surprises that a script draws. */
  gender: string
  groups: { group: DrawingGroup; title: string; parts: { part: DrawingPart; legend: string; options: Named[] }[] }[]
  texts: Record<'title' | 'text' | 'picture' | 'preview' | 'save' | 'surprise' | 'ready', string>
}

import type { Options } from '@dicebear/notionists'
import type { ChoiceOf, DrawingPart } from '#shared/drawing/choices.ts'

type Variant<Name extends keyof Options> = NonNullable<Options[Name]> extends readonly (infer Each)[] ? Each : never
type Parts<Part extends DrawingPart, Name extends keyof Options> = Readonly<Record<ChoiceOf<Part>, Variant<Name> | null>>

/** The style's part behind each choice of the builder; null for none. A drawing never changes, so neither does an entry. */
export const hairs: Parts<'hair', 'hair'> = {
  neat: 'variant49',
  'side-parting': 'variant06',
  tousled: 'variant01',
  quiff: 'variant17',
  spiky: 'variant52',
  undercut: 'variant07',
  'short-curls': 'variant22',
  'curls-on-top': 'variant09',
  pixie: 'variant24',
  'chin-length': 'variant04',
  bob: 'variant02',
  'big-curls': 'variant20',
  wavy: 'variant36',
  layered: 'variant58',
  long: 'variant23',
  fringe: 'variant41',
  'long-wavy': 'variant28',
  headband: 'variant08',
  ponytail: 'variant39',
  bun: 'variant48',
  'two-buns': 'variant59',
  bald: null,
  turban: 'variant61',
  hijab: 'variant62',
}

export const mouths: Parts<'mouth', 'lips'> = {
  smile: 'variant22',
  'wide-smile': 'variant03',
  grin: 'variant25',
  laugh: 'variant14',
  'half-smile': 'variant23',
  calm: 'variant17',
}

/** Each expression has its brows. */
export const browsOf: Parts<'mouth', 'brows'> = {
  smile: 'variant01',
  'wide-smile': 'variant12',
  grin: 'variant05',
  laugh: 'variant07',
  'half-smile': 'variant11',
  calm: 'variant09',
}

export const eyes: Parts<'eyes', 'eyes'> = { open: 'variant05', lashes: 'variant04', closed: 'variant03' }

export const glasses: Parts<'glasses', 'glasses'> = {
  none: null,
  thin: 'variant03',
  square: 'variant08',
  round: 'variant11',
  sunglasses: 'variant10',
}

export const beards: Parts<'beard', 'beard'> = {
  none: null,
  full: 'variant02',
  moustache: 'variant10',
  goatee: 'variant12',
  circle: 'variant08',
}

export const clothes: Parts<'clothes', 'body'> = {
  polo: 'variant14',
  'round-collar': 'variant21',
  'open-collar': 'variant13',
  shirt: 'variant25',
  tie: 'variant19',
  hoodie: 'variant23',
  coat: 'variant16',
  scarf: 'variant12',
  flowers: 'variant15',
  backpack: 'variant01',
}

export const nose: Variant<'nose'> = 'variant20'

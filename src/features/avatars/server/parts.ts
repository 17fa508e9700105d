import type { Options } from '@dicebear/notionists'

/** The style's parts that make a friendly face: smiles, open eyes, clear glasses; nothing angry, masked or costumed. */
type Part<Name extends keyof Options> = NonNullable<Options[Name]>

export const lips: Part<'lips'> = ['variant03', 'variant14', 'variant17', 'variant22', 'variant23', 'variant25', 'variant30']
export const eyes: Part<'eyes'> = ['variant04', 'variant05', 'variant05', 'variant03']
export const brows: Part<'brows'> = ['variant01', 'variant04', 'variant05', 'variant07', 'variant09', 'variant11', 'variant12']
export const glasses: Part<'glasses'> = ['variant03', 'variant08', 'variant11']
export const beards: Part<'beard'> = ['variant02', 'variant10', 'variant12']
export const bodies: Part<'body'> = [
  'variant01',
  'variant03',
  'variant05',
  'variant07',
  'variant09',
  'variant10',
  'variant11',
  'variant12',
  'variant13',
  'variant14',
  'variant15',
  'variant16',
  'variant17',
  'variant21',
  'variant22',
  'variant23',
  'variant24',
  'variant25',
]

const longer: Part<'hair'> = [
  'variant02',
  'variant04',
  'variant08',
  'variant10',
  'variant11',
  'variant20',
  'variant23',
  'variant28',
  'variant29',
  'variant30',
  'variant36',
  'variant37',
  'variant39',
  'variant41',
  'variant43',
  'variant45',
  'variant46',
  'variant47',
  'variant48',
  'variant57',
  'variant58',
  'variant59',
]
const shorter: Part<'hair'> = [
  'variant01',
  'variant03',
  'variant05',
  'variant06',
  'variant07',
  'variant09',
  'variant12',
  'variant13',
  'variant15',
  'variant17',
  'variant18',
  'variant19',
  'variant21',
  'variant22',
  'variant24',
  'variant25',
  'variant27',
  'variant31',
  'variant33',
  'variant34',
  'variant35',
  'variant38',
  'variant40',
  'variant44',
  'variant49',
  'variant52',
  'variant53',
  'variant54',
  'variant55',
  'variant56',
]

/** Hair by the seed's family (shared/avatar.ts). */
export function hairOf(seed: string): Part<'hair'> {
  if (seed.startsWith('f-')) return longer
  if (seed.startsWith('m-')) return shorter
  return [...longer, ...shorter]
}

export const isLong = (variant: unknown): boolean => longer.some((known) => known === variant)

/** Share of beards in percent. */
export const beardShare = (seed: string) => (seed.startsWith('m-') ? 32 : 0)

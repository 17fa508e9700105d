import * as v from 'valibot'
import { bandLimitsKm, type BandLimitKm } from '#features/location/contract.ts'
import { choices, genders, intents, interests, profileLimits, type SpokenLanguage } from '#features/profile/contract.ts'
import type { NearbyView, PremiumFilters } from '../contract.ts'

const age = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/),
  v.transform(Number),
  v.minValue(profileLimits.minAge),
  v.maxValue(profileLimits.maxAge),
)
const flag = v.pipe(
  v.literal('1'),
  v.transform(() => true),
)
const kilometres = v.pipe(v.string(), v.transform(Number), v.picklist(bandLimitsKm))

/** Reads one parameter: returns its parsed value, or calls `repair` and returns the fallback. */
function readParam<Value>(
  schema: v.GenericSchema<unknown, Value>,
  raw: string | null,
  fallback: Value,
  repair: () => void,
): Value {
  if (raw === null || raw === '') return fallback
  const parsed = v.safeParse(schema, raw)
  if (parsed.success) return parsed.output
  repair()
  return fallback
}

/** Several values of one filter: repeated by a form's checkboxes, or joined by commas in our own links. */
function readList<Value extends string>(known: readonly Value[], raw: readonly string[], repair: () => void): Value[] {
  const values = raw.flatMap((entry) => entry.split(',')).filter(Boolean)
  const kept = known.filter((value) => values.includes(value))
  if (values.some((value) => !known.some((entry) => entry === value))) repair()
  return kept
}

const { minHeightCm, maxHeightCm } = profileLimits
const height = v.pipe(v.string(), v.regex(/^\d{3}$/), v.transform(Number), v.minValue(minHeightCm), v.maxValue(maxHeightCm))

/** Reads the filters of premium, whether or not the visitor has it. */
function readPremium(params: URLSearchParams, repair: () => void): PremiumFilters {
  const [heightMin, heightMax] = ['heightMin', 'heightMax'].map((name) =>
    readParam<number | null>(height, params.get(name), null, repair),
  )
  const isReversed = heightMin != null && heightMax != null && heightMin > heightMax
  if (isReversed) repair()
  const lists = { ...choices, interest: interests }
  const read = (name: 'drinking' | 'smoking' | 'education' | 'kids' | 'interest') =>
    [name, readList<string>(lists[name], params.getAll(name), repair).join(',')] as const
  const found = [
    ['heightMin', isReversed || heightMin == null ? '' : String(heightMin)] as const,
    ['heightMax', isReversed || heightMax == null ? '' : String(heightMax)] as const,
    ...(['drinking', 'smoking', 'education', 'kids', 'interest'] as const).map(read),
  ]
  return Object.fromEntries(found.filter(([, value]) => value !== ''))
}

/** Parses the URL of a page in the language `page`. Invalid parameters get their defaults, and `repaired` reports it. */
export function parseView(params: URLSearchParams, page: SpokenLanguage): { view: NearbyView; repaired: boolean } {
  let repaired = false
  const repair = () => {
    repaired = true
  }
  const [ageMin, ageMax] = ['ageMin', 'ageMax'].map((name) => readParam<number | null>(age, params.get(name), null, repair))
  const isReversed = ageMin != null && ageMax != null && ageMin > ageMax
  if (isReversed) repair()
  const view: NearbyView = {
    // The widest range, which the plain form sends, means no filter.
    ageMin: isReversed || ageMin === profileLimits.minAge ? null : (ageMin ?? null),
    ageMax: isReversed || ageMax === profileLimits.maxAge ? null : (ageMax ?? null),
    within: readParam<BandLimitKm | null>(kilometres, params.get('within'), null, repair),
    genders: readList(genders, params.getAll('gender'), repair),
    intents: readList(intents, params.getAll('intent'), repair),
    online: readParam(flag, params.get('online'), false, repair),
    verified: readParam(flag, params.get('verified'), false, repair),
    photo: readParam(flag, params.get('photo'), false, repair),
    speaks: readParam(v.literal('mine'), params.get('speaks'), null, repair) && page,
    premium: readPremium(params, repair),
    order: readParam(v.picklist(['best', 'neutral']), params.get('order'), 'best', repair),
    wide: readParam(flag, params.get('wide'), false, repair),
  }
  return { view, repaired }
}

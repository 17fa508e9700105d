/** A row of GeoNames' table of cities. */
export type Town = {
  id: number
  name: string
  ascii: string
  /** Names in Latin and Cyrillic characters, without their languages. */
  others: string[]
  latitude: number
  longitude: number
  /** ISO 3166-1 alpha-2, lower case. */
  country: string
  /** GeoNames' codes of its region and district: `GB.ENG`, `GB.ENG.G5`. */
  region: string
  district: string
  people: number
  zone: string
}

/** The countries of our eleven languages, those of the city pages; smaller towns of theirs are listed, too. */
const ownCountries = new Set(['gb', 'us', 'ua', 'pl', 'tr', 'es', 'pt', 'ro', 'cz', 'de', 'fr'])
const leastPeople = { own: 15_000, elsewhere: 100_000 }

/** Parts of towns, historical, abandoned and destroyed ones, farms, settlements without a centre. */
const noTowns = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH', 'PPLF', 'PPLL', 'PPLS'])

/** Written with the characters of our languages, or of Russian. Transcriptions of other scripts begin with a small character. */
const latin = /^[A-ZÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝĂĄĆČĎĐĘĚĞİŁŃŇŐŒŘŚŠŞȘŤŢȚŮŰŹŻŽ][A-Za-zß-öø-ÿĀ-žșȚțŞş’'ʼ .\-–/]{1,39}$/
const cyrillic = /^[А-ЯІЇЄҐ][А-яіїєґІЇЄҐ’'ʼ .\-–]{1,39}$/
/** Characters of languages that are not ours. */
const foreign = /[āēėīįķļņōőŗūųűŵŷĉĝĥĵŝŭġħ]/i
const russian = /[ыэъё]/i
/** Codes of airports, and the words that some languages put before every town. */
const noNames = /^[A-Z]{3}$|^(lungsod|city|ciutat|ciudad|gorod|gorad|horad|comuna|commune|la comuna|kommun) /i

function isSearched(name: string, country: string): boolean {
  if (noNames.test(name) || foreign.test(name)) return false
  return latin.test(name) || (cyrillic.test(name) && (country === 'ua' || !russian.test(name)))
}

/** The towns in the order of their people, larger ones first. */
export function readTowns(table: string): Town[] {
  const towns = table.split('\n').flatMap((line): Town[] => {
    const [
      id,
      name = '',
      ascii = '',
      others = '',
      latitude,
      longitude,
      ,
      kind = '',
      country = '',
      ,
      region = '',
      district = '',
      ,
      ,
      people,
      ,
      ,
      zone = '',
    ] = line.split('\t')
    const code = country.toLowerCase()
    if (noTowns.has(kind) || !(Number(people) >= (ownCountries.has(code) ? leastPeople.own : leastPeople.elsewhere))) return []
    return [
      {
        id: Number(id),
        name,
        ascii,
        others: others.split(',').filter((other) => isSearched(other, code)),
        latitude: Number(latitude),
        longitude: Number(longitude),
        country: code,
        region: `${country}.${region}`,
        district: `${country}.${region}.${district}`,
        people: Number(people),
        zone,
      },
    ]
  })
  return towns.toSorted((one, other) => other.people - one.people || one.id - other.id)
}

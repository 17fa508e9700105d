/** The table of Ukraine's Cabinet of Ministers (resolution 55 of 2010), without the forms at a word's beginning. */
const latin: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'h', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'y', і: 'i', ї: 'i', й: 'i', к: 'k',
  л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch',
  ь: '', ю: 'iu', я: 'ia',
} // prettier-ignore

const ukrainian = /^[абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'’ʼ -]+$/i
const ownCharacters = /[іїєґь'’ʼ]/gi

/** Both spellings of one sound count as equal: Zaporizhzhya and Zaporizhzhia, Brovary and Brovari. */
const loosen = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replaceAll(/[yij]+/g, 'i')

const toLatin = (name: string) =>
  loosen(
    name
      .toLowerCase()
      .replaceAll('зг', 'zgh')
      .replaceAll(/./gu, (character) => latin[character] ?? character),
  )

/**
 * GeoNames gives Ukrainian and Russian names without their language. Returns the one that is Ukrainian: written in its alphabet, and
 * transcribed by Ukraine's own table to the name in Latin characters. Null if none is.
 */
export function ukrainianName(name: string, others: readonly string[]): string | null {
  const own = (other: string) => other.match(ownCharacters)?.length ?? 0
  const fitting = others.filter((other) => ukrainian.test(other) && /^\p{Lu}/u.test(other) && toLatin(other) === loosen(name))
  return fitting.toSorted((one, other) => own(other) - own(one))[0]?.replaceAll(/['ʼ]/g, '’') ?? null
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBreached, isCommonPassword } from './common-passwords.ts'
import { makeBloomFilter, mayHold, readBloomFilter, writeBloomFilter } from './bloom-filter.ts'

/** About every 1,500th entry of the list, from the most common on, without offensive ones. */
const sample = `
qwertyuiop jackhammer homersimpson snapdragon veeeveruta galina1954 xthyfzgfynthf r4e3w2q12000 kellymonaco danilka2010
80673150107 you2looking vfrfhtyf123 tessatessa slavik1996 ruslan1979 q12131415q onelove123 monkey1980 marina2009
lambert20001 jimbojones hfytnrbcegth Gantimyrova eolv025qsy dd123dd321 cgjhnbdyfz best123456 america020 9201669271
80953670736 5566770099 2811199340727 156plir1CS 0765353023 zxcvbnm1987 zuckostani zolotayalunka1991 ziminvictor zhan_10_83
Zdougw1doug zaq12wsxcde3456 zabelina8287 YYA2111801802 yuliya_belizna YryJIwolAXY393 yoeriyenna yi1cj7985d yfcntymrf10
ybrjkfq120989 yankeesNayden yachtseditor xX.x1996_21 xUmaKOsIpof xnsam27262 xeloomxeloo X5vJC6YneD wuyihuayuan4# world.peace
wlbbEuRyJ0Si willywill9 WilderHase1 whateverrudrum westbibosovi welcomehorley wbrkjg1983 wangyu8211 w26yi3o329 vuIFEn7ngO
voyna_the_best vladimir777 vjkfvfghbbif
`
  .trim()
  .split(/\s+/)

/** Numbers that only look random, the same in every run. */
function* bytesOf(seed: string): Generator<number> {
  for (let block = 0; ; block++) yield* createHash('sha256').update(`${seed} ${block}`).digest()
}

const characters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))

describe('a breached password', () => {
  it.each(sample)('%s is none any more', (password) => {
    expect(isBreached(password)).toBe(true)
    expect(isCommonPassword(password)).toBe(true)
  })

  it('is none in capitals, with accents, look-alike characters or something at its ends either', () => {
    for (const password of ['JackHammer', 'jáckhammer', 'j@ckh@mm3r', 'jackhammer!', '99jackhammer', 'Jackhammer2026!'])
      expect(isBreached(password), password).toBe(true)
  })

  it.each([
    'correcthorse',
    'trustno1trustno1',
    'zaq12wsxcde3',
    'CorrectHorse1',
    'correcthorsebatterystaple',
    'kismet77kismet77!',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it('is not what hardly one of 10,000 good passwords is taken for', () => {
    const bytes = bytesOf('good passwords')
    const next = (choices: number) => ((bytes.next().value ?? 0) * 256 + (bytes.next().value ?? 0)) % choices
    const passwords = Array.from({ length: 100_000 }, () =>
      Array.from({ length: 10 + next(8) }, () => characters[next(characters.length)]).join(''),
    )
    const mistaken = passwords.filter(isBreached)
    expect(mistaken.length).toBeLessThanOrEqual(10)
  })
})

describe('the filter', () => {
  it('says where its entries are from, and under which licence', () => {
    const head = readFileSync('src/features/auth/sign-up/server/breached-passwords.bin').toString('latin1').split('\n')[0] ?? ''
    for (const fact of ['SecLists', 'MIT License', '2026-11-22', 'entries=112130']) expect(head).toContain(fact)
  })

  it('holds every entry, whatever it was made of, and survives its file', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 200 }), (entries) => {
        const made = makeBloomFilter(entries, { bytes: 3 * entries.length, hashes: 17 })
        const read = readBloomFilter(writeBloomFilter(made, 'A test.'))
        return entries.every((entry) => mayHold(read, entry))
      }),
    )
  })

  it('is none without its first line', () => {
    expect(() => readBloomFilter(new Uint8Array([1, 2, 10, 3]))).toThrow('no Bloom filter')
    expect(() => readBloomFilter(new Uint8Array())).toThrow('no Bloom filter')
  })
})

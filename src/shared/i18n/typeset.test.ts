import { describe, expect, test } from 'vitest'
import type { LocaleCode } from './locales.ts'
import { typeset, typesetText } from './typeset.ts'

/** Makes spaces visible: `_` is a no-break space, `·` a narrow one. */
const shown = (code: LocaleCode, text: string) => typesetText(code, text).replaceAll('\u00a0', '_').replaceAll('\u202f', '·')

describe('the spaces that must not break', () => {
  test.each<[LocaleCode, string, string]>([
    ['uk', 'І в домі, і з {{name}} у Львові', 'І_в_домі, і_з_{{name}} у_Львові'],
    ['pl', 'Zdjęcie z {{name}} i w domu', 'Zdjęcie z_{{name}} i_w_domu'],
    ['cs', 'V Praze a s tebou', 'V_Praze a_s_tebou'],
    ['uk', 'моя пошта, дія триває', 'моя пошта, дія триває'],
    ['de', 'a b', 'a b'],
  ])('%s: a word of one letter goes with the next (%s)', (code, text, expected) => {
    expect(shown(code, text)).toBe(expected)
  })

  test.each([
    ['Oublié ? Non ! Bien ; ceci : « oui »', 'Oublié·? Non·! Bien·; ceci_: «_oui_»'],
    ['Oublié? Non! {{kind}}: {{channel}}', 'Oublié·? Non·! {{kind}}_: {{channel}}'],
    ['À 10:30, quoi ?!', 'À 10:30, quoi·?!'],
  ])('fr: high punctuation and quotation marks have theirs (%s)', (text, expected) => {
    expect(shown('fr', text)).toBe(expected)
  })

  test.each<[LocaleCode, string, string]>([
    ['en', 'Up to 12 MB, and {{cm}} cm', 'Up to 12_MB, and {{cm}}_cm'],
    ['de', '87 % in {{minutes}} Minuten', '87_% in {{minutes}}_Minuten'],
    ['uk', 'до 12 МБ за {{hours}} годин', 'до 12_МБ за {{hours}}_годин'],
    ['cs', 'nejvýš 12 000 pixelů', 'nejvýš 12_000_pixelů'],
    ['en', 'It’s valid for {{minutes}} minutes', 'It’s valid for {{minutes}} minutes'],
    ['de', 'Wird geladen …', 'Wird geladen_…'],
    ['pl', 'Ana – czat', 'Ana_– czat'],
    ['en', '4 million, 5 cmx, 2024 1234', '4 million, 5 cmx, 2024 1234'],
  ])('%s: a number goes with its unit, a dash with what is before it (%s)', (code, text, expected) => {
    expect(shown(code, text)).toBe(expected)
  })

  test.each<[LocaleCode, string, string]>([
    ['ro', 'Ai {{count}} de vizite în 30 de zile', 'Ai {{count}}_de_vizite în 30_de_zile'],
    ['fr', '{{count}} questions, 365 jours', '{{count}}_questions, 365_jours'],
    ['de', 'und {{count}} weitere, nach 48 Stunden', 'und {{count}}_weitere, nach 48_Stunden'],
    ['de', 'Version 1.1 von 2026 an', 'Version 1.1 von 2026 an'],
    ['en', '{{count}} more, after 48 hours', '{{count}} more, after 48 hours'],
  ])('%s: a number goes with its word (%s)', (code, text, expected) => {
    expect(shown(code, text)).toBe(expected)
  })

  test.each<[LocaleCode, string, string]>([
    ['ro', 'n-ai, schimbă-ți', 'n-+ai, schimbă-+ți'],
    ['fr', 'Inscris-toi, as-tu, les États-Unis, peut-être', 'Inscris-+toi, as-+tu, les États-+Unis, peut-être'],
    ['pt', 'Mostra-me, segunda-feira', 'Mostra-+me, segunda-feira'],
    ['tr', 'e-posta', 'e-+posta'],
  ])('%s: what a hyphen ties on does not stand alone (%s)', (code, text, expected) => {
    expect(typesetText(code, text).replaceAll('\u2060', '+')).toBe(expected)
  })

  test('an e-mail never breaks at its hyphen', () => {
    expect(typesetText('de', 'Deine E-Mail, eine e-mail')).toBe('Deine E-\u2060Mail, eine e-\u2060mail')
  })

  test('a whole file is set, and setting it again changes nothing', () => {
    const once = typeset('fr', { ask: 'Quoi ?', deep: { one: '{{count}} km', other: 'Ici : là' } })
    expect(once).toEqual({ ask: 'Quoi\u202f?', deep: { one: '{{count}}\u00a0km', other: 'Ici\u00a0: là' } })
    expect(typeset('fr', once)).toEqual(once)
  })
})

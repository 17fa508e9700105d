import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsContact } from './contact-details.ts'

describe('a text with a link', () => {
  it.each([
    'https://example.com/me',
    'HTTP://EXAMPLE.COM',
    'ftp://x.y',
    'tg://resolve?domain=anna',
    'see www.anna.example for more',
    'www . anna . example',
    'look at anna.com',
    'anna.com!',
    'anna.com/photos',
    'insta.Com',
    'instagram . com',
    'instagram .com',
    'my page is instagram. com',
    'instagram dot com',
    'instagram(dot)com',
    'instagram [dot] com',
    'instagram punkt com',
    'instagram крапка com',
    't.me/anna',
    'write to t.me and ask',
    'wa.me/447700900123',
    'bit.ly/abc',
    'youtu.be',
    'discord.gg/abc',
    'anna-maria.de',
    'anna90.es',
    'my.anna.de',
    'anna.de/me',
    'anna.co.uk',
    'anna.com.ua',
    'моя сторінка анна.укр',
    'кот.рф',
    'anna.shop',
    'onlyfans.com',
    'mailto:anna',
    'skype:anna.k',
    'see anna.me',
    'find me at anna.me!',
    'my page is anna.bio',
    'schau anna.me',
    'anna.io',
    'x[.]com',
    'anna (.) com',
    'anna{.}net',
  ])('is refused: %s', (text) => {
    expect(holdsContact(text)).toBe(true)
  })
})

describe('a text with a disguised link', () => {
  it.each([
    ['full-width letters', 'ｗｗｗ．ａｎｎａ．ｃｏｍ'],
    ['mathematical letters', '𝐚𝐧𝐧𝐚.𝐜𝐨𝐦'],
    ['circled letters', 'anna.ⓒⓞⓜ'],
    ['a one-dot leader', 'anna․com'],
    ['an ideographic full stop', 'anna。com'],
    ['a middle dot', 'anna·com'],
    ['zero-width characters', 'an\u200bna.\u200bc\u2060om'],
    ['a soft hyphen', 'anna.c\u00adom'],
    ['a grapheme joiner', 'an\u034fna\u034f.c\u034fom'],
    ['a variation selector', 'anna.c\ufe00om'],
    ['a supplementary variation selector', 'anna.c\u{e0100}om'],
    ['a Mongolian variation selector', 'anna.c\u180bom'],
    ['a Hangul filler', 'anna.c\u3164om'],
    ['a Hangul initial filler', 'anna.c\u115fom'],
    ['an empty Braille pattern', 'anna\u2800.com'],
    ['a Khmer inherent vowel', 'anna.c\u17b4om'],
    ['struck-out letters', 'anna.c\u0336o\u0336m\u0336'],
    ['selectors in an address', 'https:/\ufe00/anna'],
    ['joiners in an e-mail address', 'anna\u034f@gmail.c\u034fom'],
    ['a Lisu dot', 'anna\ua4f8com'],
    ['a hyphenation point', 'anna\u2027com'],
    ['an Arabic full stop', 'anna\u06d4com'],
    ['a typographic hyphen', 'anna\u2010k.de'],
    ['a non-breaking hyphen', 'anna\u2011k.de'],
    ['a Cyrillic о', 'anna.cоm'],
    ['a wholly Cyrillic сом', 'anna.сом'],
    ['a Greek ο', 'anna.cοm'],
    ['Cyrillic letters in a host', 't.mе/anna'],
  ])('is refused: %s', (_, text) => {
    expect(holdsContact(text)).toBe(true)
  })
})

describe('a text with an e-mail address', () => {
  it.each([
    'anna@example.test',
    'anna.k+kismet@mail.example',
    'anna@gmail',
    'anna(at)example',
    'anna [at] example',
    'anna at gmail',
    'anna @ gmail',
    'анна@приклад.укр',
    'anna＠example.test',
  ])('is refused: %s', (text) => {
    expect(holdsContact(text)).toBe(true)
  })
})

describe('a text with a telephone number', () => {
  it.each([
    '+380671234567',
    '067 123 45 67',
    '(067) 123-45-67',
    '06 12 34 56 78',
    '0 6 7 1 2 3 4 5 6 7',
    '0.6.7.1.2.3.4.5.6.7',
    '07700-900-123',
    '0049 / 170 / 1234567',
    '１２３４５６７',
    '①②③④⑤⑥⑦',
    '❶❷❸ ❹❺❻ ❼❽❾',
    '⓿➀➁➂➃➄➅➆➇➈',
    '🄌➊➋➌➍➎➏➐➑➒',
    '🄋⓵⓶⓷⓸⓹⓺⓻⓼⓽',
    '1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣',
    '٠١٢٣٤٥٦٧٨',
    'o677123456',
    '12*34*56*78',
    '123\u200b4567',
    '07700\u2010900\u2010123',
    '07700\u2011900\u2011123',
    '07700\u2212900\u2212123',
    '0\u034f7\u034f7\u034f0\u034f0\u034f9\u034f0\u034f0',
    '07700\ufe00900123',
    '١٢٣\u2013٤٥٦\u2013٧٨',
    '0 🙂 6 🙂 7 🙂 1 🙂 2 🙂 3 🙂 4',
    '067❤️123❤️45❤️67',
    '07700 👉 900 👉 123',
    'zero seven seven double zero nine oh oh one',
    'oh seven 7 oh oh nine one two three',
    'null sechs sieben eins zwei drei vier fünf',
    'zéro, six, un, deux, trois, quatre, cinq',
    'seis siete ocho nueve uno dos tres cuatro',
    'nove um dois três quatro cinco seis sete',
    'zero șapte doi trei patru cinci șase',
    'zero siedem dwa trzy cztery pięć sześć',
    'nula sedm dva tři čtyři pět šest',
    'sıfır beş üç iki dört altı yedi sekiz',
    'нуль шість сім один два три чотири п’ять',
    'ноль шесть семь один два три четыре',
  ])('is refused: %s', (text) => {
    expect(holdsContact(text)).toBe(true)
  })
})

describe('a text with a name at another service', () => {
  it.each([
    'my insta is @anna_k',
    'find me @anna',
    '@Anna.K90',
    '(@anna)',
    'telegram: anna',
    'Telegram: @anna',
    'insta = anna.k',
    'my insta is anna_k',
    'IG anna_k90',
    'інста: anna',
    'мій телеграм: anna.',
    'тг @annak',
    'Mein Insta ist anna_90',
    '@home_anna',
    'discord: anna#1234',
    'anna#1234',
    'me: Anna.K#0042',
  ])('is refused: %s', (text) => {
    expect(holdsContact(text)).toBe(true)
  })
})

describe('a text without any of it', () => {
  it.each([
    'Hello! I liked what you wrote about hiking.',
    'ok.bye',
    'Great.So what do you do?',
    'I like tea.me too',
    'no idea.to be honest I never tried',
    'fine.it is late',
    'Sure.In the evening?',
    'Yes...is it far?',
    'I was in the U.K. and the U.S. last year.',
    'at 6 p.m. or 7 a.m.',
    'Dr.No is the best one',
    'z.B. Tee, u.a. auch Kaffee',
    'Bin selten hier.Online meist abends.',
    'Gosto de praia. Com sol, claro.',
    'gosto de praia. com sol',
    'Sí.Es verdad. De nada.',
    'Oui.De rien.',
    'Tak.To prawda. Co robisz?',
    'Не знаю.То може завтра?',
    'Так.Ми могли б піти в кіно.',
    'сом — це риба',
    'Ano.Je to tak. Co ty na to?',
    'Evet.Ne güzel. Ve sonra?',
    'Da.Ai dreptate. Eu cred la fel.',
    'meet @ 7?',
    'and/or',
    'I am 34, 178 cm tall and live on the 3rd floor.',
    'in 2019, 2020 and 2021',
    'from 2019-2021',
    '2019 2020 2021',
    'born 12.05.1990',
    'I am there 12.05.-14.05.',
    'from 12/05/2026 – 14/05/2026',
    'on 2026-11-20',
    'a city of 1 000 000 people',
    'between 18:30 and 19:45',
    '90-60-90',
    '3.14159',
    '10 000 steps a day',
    '2 + 2 = 4',
    '…',
    '❤️🔥',
    'Do you use gmail or outlook at work?',
    'I collect dots. Commas, too.',
    'I am never on Instagram: it takes too much time.',
    'Facebook, TikTok, Discord: none of that for me!',
    'Do you like signal processing?',
    'see you @ the cinema, or stay @home',
    'Дивлюся телеграм: новини та меми про котів',
    'Open 18:30–19:45 – from 2019–2026 ☀️',
    'Ich war 2015–2019 in Köln—jetzt bin ich hier.So ist das',
    'Samstag 18.30–19.45 Uhr? ❤️‍🔥 10.000–15.000 Schritte am Tag',
    'Llegué en 2019−2020 —¡qué tiempos!— 👩🏽‍💻',
    'De 18h30 à 20h00 – ça te va ? ☕️',
    'Od 12.05.–14.05.2026 jestem w górach 🏔️',
    'Das 18h às 20h — pode ser? 🤷🏻‍♀️',
    'Între 2018‑2022 am trăit la Cluj 🏳️‍🌈',
    '1990’lar — 2000’ler: 2019–2021 arası 🎶',
    'У 2014–2022 роках — Харкі́в, тепер − Львів 👨‍👩‍👧',
    'V letech 2015–2018, ve 20:15 — hezké ✌️',
    '−5 °C to +12 °C, 50–60 km',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ tea, 2️⃣ coffee',
    '20:30 ☕ or 21:00 🍷?',
    'at 20:30, table for 5-6',
    'the tickets are 25 € 🎟 or 40 € 🎟 at the door',
    '12,50 € and 3 for 2',
    'one, two, three, go!',
    'eins, zwei, drei und los',
    'I have one dog, two cats and lived abroad from 2015-2019 and 2020-2022',
    'один, два, три — почали',
    'see you.me too',
    'I see.co by to było',
    'my page 3 is missing (...)',
    'we are #1 of 2024',
    'room#12',
    'between five and six, or seven at the latest',
  ])('passes: %s', (text) => {
    expect(holdsContact(text)).toBe(false)
  })
})

describe('any text', () => {
  it('is judged without an error', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 200 }), (points) => {
        expect(typeof holdsContact(String.fromCodePoint(...points))).toBe('boolean')
      }),
      { seed: 20261120, numRuns: 200 },
    )
  })

  it('made to keep a careless pattern busy comes back', () => {
    const parts = ['a.', 'a-', '1 ', '(', 'a@', 'www ', '. ', ' ', 'a1', 'aa.', 'a ', 'dot ', '1-']
    for (const part of parts) expect(typeof holdsContact(`${part.repeat(2000)}!`)).toBe('boolean')
  })

  it('keeps its verdict when words stand around it', () => {
    const words = fc.constantFrom('hello', 'привіт', 'и', 'zażółć', '🙂', 'так')
    fc.assert(
      fc.property(
        words,
        words,
        fc.constantFrom('anna.com', 'anna@example.test', '+380 67 123 45 67'),
        (before, after, contact) => {
          expect(holdsContact(`${before} ${contact} ${after}`)).toBe(true)
        },
      ),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { soughtWords } from './query.ts'
import { snippetOf } from './snippet.ts'
import { indexedText, wordsOf } from './words.ts'

/** As the index answers: every word is there, the last by its beginning. */
function isFound(message: string, query: string): boolean {
  const indexed = ` ${indexedText(message)} `
  const sought = soughtWords(query)
  return (
    sought.length > 0 &&
    sought.every(({ alternatives, isBeginning }) =>
      alternatives.some((phrase) => indexed.includes(` ${phrase.join(' ')}${isBeginning ? '' : ' '}`)),
    )
  )
}
const hitsOf = (message: string, query: string) =>
  snippetOf(message, soughtWords(query))
    .filter(({ hit }) => hit)
    .map(({ text }) => text)

const apostrophes = ["'", '’', '‘', 'ʼ', '`', '´', '′', '＇', '‛', 'ʹ']
const hyphens = ['-', '‐', '‑', '−', '－', '·', '\u2013', '\u2014', '\u2015', '\ufe58']

describe('people find what they take for the same', () => {
  test.each([
    ['Polish', ['Łódź', 'lodz', 'LODZ', 'łódź', 'ŁÓDŹ', 'Ło\u0301dz\u0301']], ['Polish', ['zażółć gęślą jaźń', 'zazolc gesla jazn']],
    ['German', ['Straße', 'strasse', 'STRASSE', 'STRAẞE']], ['German', ['Müller', 'Mueller', 'MÜLLER', 'MUELLER', 'Mu\u0308ller']],
    ['Vietnamese', ['Đào', 'dao', 'ĐÀO']], ['Vietnamese', ['Nguyễn', 'nguyen']],
    ['Turkish', ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul', 'Istanbul']], ['Turkish', ['ışık', 'isik', 'IŞIK', 'ISIK']], ['Turkish', ['ağaç', 'agac']],
    ['Romanian', ['știință', 'stiinta', 'ştiinţă']], ['Czech', ['příšerně žluťoučký', 'priserne zlutoucky']], ['Hungarian', ['őrült', 'orult']],
    ['French', ['œuvre', 'oeuvre', 'ŒUVRE']], ['French', ['garçon', 'garcon']], ['Danish', ['smørrebrød', 'smorrebrod']], ['Swedish', ['Åsa', 'asa']],
    ['Icelandic', ['Þórður', 'thordur']], ['Maltese', ['Ħal', 'hal']], ['Spanish', ['mañana', 'manana']], ['Catalan', ['Gal·la', 'galla', 'gal-la', 'Gaŀla']], ['Azeri', ['Gəncə', 'gence']],
    ['Ukrainian', ['ґанок', 'ганок', 'ҐАНОК']], ['Ukrainian', ['Харкі́в', 'Харків', 'ХАРКІВ']], ['Ukrainian', ['Київ', 'Киі\u0308в', 'КИЇВ']], ['Ukrainian', ['йод', 'и\u0306од', 'ЙОД']],
    ['Russian', ['ёлка', 'елка', 'е\u0308лка', 'ЁЛКА']],
    ['Greek', ['Γεωργία', 'ΓΕΩΡΓΙΑ', 'γεωργια']], ['Greek', ['Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευς', 'οδυσσευσ']], ['Greek', ['μαΐου', 'μαιου']],
    ['Arabic', ['أحمد', 'احمد', 'إحمد', 'أَحْمَد', 'أحـــمد']], ['Arabic', ['قهوة', 'قهوه']], ['Arabic', ['مستشفى', 'مستشفي']], ['Arabic', ['ﻣﺮﺣﺒﺎ', 'مرحبا']], ['Persian', ['کتاب', 'كتاب']], ['Persian', ['می\u200cخواهم', 'میخواهم']],
    ['Hebrew', ['שָׁלוֹם', 'שלום']], ['Hebrew', ['צה״ל', 'צה"ל', 'צהל']], ['Hindi', ['फ़िल्म', 'फिल्म']], ['Hindi', ['हिन्दी', 'हिन्दी']], ['Hindi', ['हाँ', 'हां']],
    ['Japanese', ['カフェ', 'ｶﾌｪ', 'かふぇ']], ['Japanese', ['ガス', 'ｶﾞｽ', 'カ\u3099ス']], ['Korean', ['안녕', '안녕'.normalize('NFD')]], ['Thai', ['ทำ', 'ท\u0e4d\u0e32']], ['Thai', ['น้ำ', 'น\u0e4d\u0e49\u0e32', 'น\u0e49\u0e4d\u0e32']], ['Thai', ['ทำงาน', 'ท\u0e4d\u0e32งาน']], ['Thai', ['แม่', 'เเม่']],
    ['Lao', ['ນ້ຳ', 'ນ\u0ecd\u0ec9\u0eb2', 'ນ\u0ec9\u0ecd\u0eb2']], ['Lao', ['ຄຳ', 'ຄ\u0ecd\u0eb2']], ['Lao', ['ໜັງສື', 'ຫນັງສື']], ['Lao', ['ແມ່', 'ເເມ່']], ['Japanese', ['より', 'ゟ', 'ヨリ']],
    ...[['हिन्दी', 'हिंदी'], ['सम्बन्ध', 'संबंध'], ['गङ्गा', 'गंगा'], ['पञ्चम', 'पंचम'], ['घण्टा', 'घंटा'], ['लम्बा', 'लंबा']].map((each) => ['Hindi', each] as [string, string[]]),
    ['Arabic', ['مسؤول', 'مسئول', 'مسءول']], ['Persian', ['مسئله', 'مسأله']], ['Arabic', ['شيء', 'شئ']], ['Arabic', ['ضوء', 'ضؤ']], ['Arabic', ['قراءة', 'قرائة', 'قراءه']],
    ['Japanese', ['3ヶ月', '3か月', '3ケ月', '3カ月', '3ヵ月', '３ｹ月', '3箇月']], ['Japanese', ['三ヶ月', '三か月', '三ケ月', '三箇月']], ['Japanese', ['関ヶ原', '関ケ原']],
    ['Ukrainian with a Latin character', ['кіт', 'кiт', 'КIТ', 'кіt']], ['Ukrainian with a Latin ï', ['Київ', 'Киïв', 'Киi\u0308в', 'Kиïв']], ['Ukrainian with Latin capitals', ['новина', 'HOВИНА']],
    ['Ukrainian with an apostrophe and a Latin character', ['сім’ї', "сiм'ї", 'сiм’ï']], ['Russian with a Latin ë', ['ёлка', 'ëлка']], ['Greek with a Latin character', ['νερό', 'νερo\u0301', 'νερo']], ['Latin with a Cyrillic character', ['cafe', 'cаfe', 'cаfе']],
    ['digits', ['2026', '２０２６', '٢٠٢٦', '۲۰۲۶', '२०२६']], ['full width', ['kismet', 'ｋｉｓｍｅｔ', 'ＫＩＳＭＥＴ']], ['ligatures', ['find', 'ﬁnd']],
    ['what draws nothing', ['kaffee', 'kaf\u00adfee', 'kaf\u200dfee', 'ka\u2060ffee', '\ufeffkaffee', 'kaffee\ufe0f', '\u2068kaffee\u2069', 'kaf\u200bfee', 'kaf\u034ffee', 'kaf\u3164fee']],
    ...['об{}єктив', 'п{}ять', 'сім{}я', 'l{}amour', 'O{}Brien', 'İstanbul{}da'].map((each) => ['apostrophes', [...apostrophes, ''].map((sign) => each.replace('{}', sign))] as [string, string[]]),
    ['hyphens', [...hyphens, ''].map((sign) => `будь${sign}який`)],
  ] as [string, string[]][])('in %s: %j', (_, spellings) => {
    for (const message of spellings)
      for (const query of spellings) {
        expect(isFound(`xx ${message} yy`, query), `${message} by ${query}`).toBe(true)
        expect(hitsOf(`xx ${message}, yy`, query).join(''), `${message} by ${query}`).not.toBe('')
      }
  }) // prettier-ignore

  test.each([
    ['l’amour est là', 'amour'], ['شيء آخر', 'شئ آخر'], ['مسؤول جدا', 'مسئول جدا'], ['wi–fi', 'wifi'], ['wifi', 'wi–fi'], ['wi-fi', 'wi–fi'], ['Mon–Fri', 'fri'], ['yes—no', 'no'], ['будинок iз садом', 'із садом'], ['d’accord', 'accord'], ['İstanbul’da', 'istanbul'], ['Anna-Maria', 'maria'], ['Anna Maria', 'Anna-Maria'], ['e-mail', 'email'], ['rock’n’roll', 'rocknroll'],
    ['Grün-Weiß', 'gruenweiss'], ['Grün-Weiß', 'gruen'], ['kismet.dating/a_b', 'a_b'], ['im Büro', 'buero'], ['smørrebrød', 'smoerrebroed'], ['Smoerrebroed', 'smørrebrød'], ['Åsa', 'aasa'], ['18:30', '18 30'],
    ['今日は東京に行きます', '東京'], ['今日は東京に行きます', '行き'], ['我想喝咖啡', '咖啡'], ['我想喝咖啡', '咖'], ['ฉันชอบกาแฟมาก', 'กาแฟ'], ['iPhoneを買った', 'iphone'], ['iPhoneを買った', 'iPhoneを'], ['3月に', '3月'],
    ['我想喝咖啡', '想喝'], ['我愛你', '愛你'], ['咖啡，還是茶？', '還是茶'], ['Anna想喝咖啡', '想喝咖啡'], ['豈', '\u8c48'], ['ㄅㄆㄇ', 'ㄆ'], ['ខ្ញុំស្រលាញ់អ្នក', 'ស្រលាញ់'], ['ကျွန်တော်ချစ်တယ်', 'ချစ်'], ['བཀྲ་ཤིས་བདེ་ལེགས', 'བདེ'], ['ຂ້ອຍມັກກາເຟ', 'ກາເຟ'], ['マリ・アンナ', 'マリアンナ'], ['コーヒー飲む', 'コーヒー'], ['안녕하세요', '안녕'], ['안녕하세요', '안녀'], ['صلى الله', 'ﷺ'.slice(0, 0) + 'الله'],
  ])('%s by %s', (message, query) => {
    expect(isFound(message, query)).toBe(true)
    expect(hitsOf(message, query).join('')).not.toBe('')
  }) // prettier-ignore
})

describe('what is another word is not found', () => {
  test.each([
    ['йод', 'иод'], ['Київ', 'Киів'], ['рис', 'рік'], ['か', 'が'], ['東京', '京東'], ['咖啡', '咖 茶'], ['green tea', 'gre tea'], ['neue', 'nü'], ['blue', 'blumen'], ['tea', 'et'], ['кіт', 'кит'],
    ['Gal la', 'galla'], ['kit', 'кіт'], ['кіт', 'kit'], ['雨か', '雨が'], ['ケーキ', 'かーき'], ['بطن', 'بطء'], ['कल', 'काल'], ['उन्नति', 'उंनति'], ['जन्म', 'जंम'], ['ทา', 'ทำ'], ['เม่', 'แม่'], ['🙂', '🙂'], ['a-b', 'a c'], ['汉字', '漢字'], ['漢字', '汉字'], ['我愛你', '爱'], ['日本の学校', '學校'],
  ])('%s by %s', (message, query) => expect(isFound(message, query)).toBe(false)) // prettier-ignore
})

describe('a snippet', () => {
  test('shows the text as it was written, with its hits', () => {
    expect(snippetOf('Chodźmy do Łodzi, „Łódź” czeka', soughtWords('lodz'))).toEqual([
      { text: 'Chodźmy do ', hit: false },
      { text: 'Łodzi', hit: true },
      { text: ', „', hit: false },
      { text: 'Łódź', hit: true },
      { text: '” czeka', hit: false },
    ])
    expect(hitsOf('Це обʼєктив', "об'єктив")).toEqual(['обʼєктив'])
    expect(hitsOf('Це обʼєктив', 'обєк')).toEqual(['обʼєктив'])
    expect(hitsOf('die Straße', 'strass')).toEqual(['Straße'])
    expect(hitsOf('今日は東京に行きます', '東京')).toEqual(['東京'])
    expect(hitsOf('kaf\u00adfee, Kaffee', 'kaffee')).toEqual(['kaf\u00adfee', 'Kaffee'])
  })

  test('of a long text is cut between words around the first hit', () => {
    const text = `${'one two '.repeat(100)}Łódź ${'three four '.repeat(100)}`
    const parts = snippetOf(text, soughtWords('lodz'))
    const shown = parts.map((part) => part.text).join('')
    expect(shown).toMatch(/^…(?:one two |two )+Łódź (?:three four |three )+(?:three|four)…$/)
    expect(shown.length).toBeLessThan(200)
  })

  test('of a word without end is short', () => {
    for (const text of ['x'.repeat(4000), '字'.repeat(4000), '🙂'.repeat(1000) + ' tea ' + '🙂'.repeat(1000), `tea ${'x'.repeat(4000)}`, `a${'\u0301'.repeat(3999)}`])
      for (const query of ['x', '字', 'tea', 'a']) {
        const shown = snippetOf(text, soughtWords(query)).map((part) => part.text).join('') // prettier-ignore
        expect(shown.length).toBeLessThan(400)
        expect(shown.isWellFormed()).toBe(true)
      } // prettier-ignore
  })

  test('is a part of the text, whatever the text and the query', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.array(fc.constantFrom('Łódź', ' ', '-', '東京', '’', 'ß', '👨‍👩‍👧', 'a')).map((parts) => parts.join(''))) // prettier-ignore
    fc.assert(
      fc.property(text, fc.string({ unit: 'binary', maxLength: 20 }), (typed, query) => {
        const message = typed.toWellFormed()
        const shown = snippetOf(message, soughtWords(query)).map((part) => part.text).join('') // prettier-ignore
        expect(message).toContain(shown.replace(/^…(?!$)/, '').replace(/…$/, ''))
        for (const { tokens } of wordsOf(message)) for (const { start, end } of tokens) expect(start).toBeLessThan(end)
      }),
    )
  })
})

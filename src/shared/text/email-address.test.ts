import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { emailInput } from './email-address.ts'

const read = (typed: string) => {
  const { success, output, issues } = v.safeParse(emailInput, typed)
  return success ? output : issues[0].message
}

describe('an address has one spelling', () => {
  test.each([
    ['as browsers send it', 'anna@xn--mnchen-3ya.example'],
    ['as it is written', 'anna@münchen.example'],
    ['in capitals', 'ANNA@MÜNCHEN.EXAMPLE'],
    ['with the umlaut as two characters', 'anna@mu\u0308nchen.example'],
    ['in full width', 'ａｎｎａ＠ｍünchen．ｅｘａｍｐｌｅ'],
    ['with the full-width @ alone', 'anna＠münchen.example'],
    ['with a small @', 'anna﹫münchen.example'],
    ['with an ideographic dot', 'anna@münchen。example'],
    ['with a half-width one', 'anna@münchen｡example'],
    ['with a final dot', 'anna@münchen.example.'],
    ['with spaces around it', ' \u00a0anna@münchen.example\u3000\n'],
    ['with a zero-width space', '\u200banna@\u200bmünchen.example'],
    ['with a byte order mark', '\ufeffanna@münchen.example'],
    ['with marks of direction', '\u2068anna@münchen.example\u2069\u200e'],
    ['with a soft hyphen', 'anna@mün\u00adchen.example'],
    ['with a joiner', 'an\u200dna@mün\u200cchen.example'],
    ['with a selector', 'anna@münchen.example\ufe0f'],
    ['as a link', 'mailto:anna@münchen.example'],
    ['as a link in capitals, with a subject', 'MAILTO:Anna@münchen.example?subject=Hi'],
    ['in angle brackets', '<anna@münchen.example>'],
    ['in full-width ones', '＜anna@münchen.example＞'],
    ['behind a name', 'Anna <anna@münchen.example>'],
    ['behind a name in quotation marks', '"Müller, Anna" <anna@münchen.example>'],
    ['as a link in angle brackets', '<mailto:anna@münchen.example>'],
    ['with a comma', 'anna@münchen.example,'],
    ['with a semicolon', 'anna@münchen.example; '],
    ['with a full-width comma', 'anna@münchen.example，'],
    ['with a comma of another script', 'anna@münchen.example、'],
    ['behind a name, with a comma', 'Anna <anna@münchen.example>,\n'],
    ['with a dot and a comma', 'anna@münchen.example.,'],
    ['after a comma', ', anna@münchen.example'],
  ])('%s', (_, typed) => expect(read(typed)).toBe('anna@xn--mnchen-3ya.example'))

  test.each([
    ['Anna+Kismet@Example.TEST', 'anna+kismet@example.test'],
    ['anna@example.test.', 'anna@example.test'],
    ['anna@приклад.укр', 'anna@xn--80aikifvh.xn--j1amh'],
    ['anna@例え.テスト', 'anna@xn--r8jz45g.xn--zckzah'],
    ['anna@strаße.example', read('anna@xn--strе-5cd.example')],
    ['anna@faß.example', 'anna@xn--fa-hia.example'],
    ['anna@I\u0307stanbul.example', read('anna@İstanbul.example')],
    ['\u212aim@example.test', 'kim@example.test'],
    ['anna@i❤.ws', 'anna@xn--i-7iq.ws'],
    ['anna@I❤\ufe0f.ws', 'anna@xn--i-7iq.ws'],
    ['anna@xn--i-7iq.ws', 'anna@xn--i-7iq.ws'],
    ['anna@🙂.example', 'anna@xn--938h.example'],
    ['İrem@example.test', 'irem@example.test'],
    ['I\u0307REM.DİNÇ@example.test'.replace('Ç', 'C'), 'irem.dinc@example.test'],
  ])('%s', (typed, right) => {
    if (right !== 'email') expect(read(typed)).toBe(right)
  })
})

describe('what is no address', () => {
  test.each([
    ['anna', 'email'],
    ['anna@localhost', 'email'],
    ['anna@münchen', 'email'],
    ['@münchen.example', 'email'],
    ['анна@example.test', 'email'],
    ['müller@example.test', 'email'],
    ['an na@example.test', 'email'],
    ['anna@mün chen.example', 'email'],
    ['anna@münchen.example/x', 'email'],
    ['anna@münchen.example:80', 'email'],
    ['anna@ü..example', 'email'],
    ['anna@münchen.example..', 'email'],
    ['anna@münchen.example, ben@example.test', 'email'],
    ['anna@ben@münchen.example', 'email'],
    ['Anna <anna@münchen.example>, Ben <ben@example.test>', 'email'],
    ['anna@münchen.example; ben@example.test;', 'email'],
    ['mailto:anna@münchen.example,ben@example.test', 'email'],
    ['Anna <anna>', 'email'],
    ['<>', 'required'],
    ['mailto:', 'required'],
    ['Anna <anna@münchen.example> Ben', 'email'],
    ['http://anna@münchen.example', 'email'],
    ['ırem@example.test', 'email'],
    ['anna@i❤.ws/x', 'email'],
    ['anna@i❤.ws:80', 'email'],
    ['anna@i❤', 'email'],
    ['anna@i❤#.ws', 'email'],
    ['anna@i❤\\.ws', 'email'],
    ['anna@[i❤].ws', 'email'],
    ['anna@❤..ws', 'email'],
    [`${'<'.repeat(400)}${'>'.repeat(400)}`, 'email'],
    ['anna@ü%41.example', 'email'],
    ['anna@a\u200e\u0301', 'email'],
    [`anna@${'ü'.repeat(300)}.example`, 'email'],
    [`${'a'.repeat(65)}@münchen.example`, 'email'],
    ['x'.repeat(100_000), 'email'],
    [' \u200b\ufeff', 'required'],
    ['', 'required'],
  ])('%j is %s', (typed, code) => expect(read(typed)).toBe(code))
})

import createMask from 'imask/esm/masked/factory'
import 'imask/esm/masked/pattern'
import 'imask/esm/masked/regexp'
import { describe, expect, test } from 'vitest'
import { toInputPattern, toMaskPattern } from './mask-tokens.ts'

function typed(mask: string, keys: string): string {
  const masked = createMask(toMaskPattern(mask))
  masked.resolve(keys)
  return masked.value
}

describe('a mask shapes what is typed', () => {
  test.each([
    ['# takes digits only', '##', 'a1b2', '12'],
    ['literals are put in by themselves', '##/##/####', '31121999', '31/12/1999'],
    ['typed literals are not doubled', '##/##/####', '31/12/1999', '31/12/1999'],
    ['nothing goes in beyond the end', '##', '123', '12'],
    ['X takes letters and digits', 'XXXX', 'a-1_Ї9', 'a1Ї9'],
    ['S takes letters and keeps their case', 'SSS', '1aB2ї', 'aBї'],
    ['A takes letters and makes them big', 'AAA', 'a1bї', 'ABЇ'],
    ['a takes letters and makes them small', 'aaa', 'A1BЇ', 'abї'],
    ['! makes a token a literal', '!###', '12', '#12'],
    ['! before every token', '!X!S!A!a#', '7', 'XSAa7'],
    ['!! is an exclamation mark', '!!#', '5', '!5'],
    ['a ! at the end means nothing', '#!', '5', '5'],
    ['characters with a meaning to imask stay literal', '0*[{`}]#', '4', '0*[{`}]4'],
  ])('%s', (_case, mask, keys, result) => {
    expect(typed(mask, keys)).toBe(result)
  })
})

describe('a browser takes what fills a whole mask, and nothing else', () => {
  /** Matches as HTML does with the attribute `pattern`. */
  const isValid = (mask: string, value: string) => new RegExp(`^(?:${toInputPattern(mask)})$`, 'v').test(value)

  test.each([
    ['##/##/####', ['31/12/1999'], ['31/12/199', '31/12/19999', '31.12.1999', '']],
    ['##.##.####', ['31.12.1999'], ['31/12/1999', '31x12x1999']],
    ['######', ['123456'], ['12345', '12345a']],
    ['!#AA-XS', ['#ÄB-7ї'], ['1ÄB-7ї', '#ÄB-7', '#1B-7ї', '#ÄB-77']],
    ['(!!#|a)*', ['(!5|b)*'], ['(5|b)*', '!5', '(!5']],
  ])('%s', (mask, whole, others) => {
    expect(whole.filter((value) => !isValid(mask, value))).toEqual([])
    expect(others.filter((value) => isValid(mask, value))).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { splitLinks } from './split-links.ts'

const show = (text: string) => splitLinks(text).map((part) => (part.kind === 'link' ? `<${part.href}>` : part.text))

it('leaves text without links in one piece', () => {
  expect(show('Tea at five? Or six.')).toEqual(['Tea at five? Or six.'])
})

it('finds addresses between words and keeps the words', () => {
  expect(show('see https://kismet.example/a?b=1#c and HTTP://x.example')).toEqual([
    'see ',
    '<https://kismet.example/a?b=1#c>',
    ' and ',
    '<http://x.example/>',
  ])
})

it('leaves the end of the sentence outside', () => {
  expect(show('(https://a.example/x).')).toEqual(['(', '<https://a.example/x>', ').'])
  expect(show('https://a.example/x_(y)!')).toEqual(['<https://a.example/x_(y)>', '!'])
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  'https://',
  'https://bank.example@evil.example/',
  'see//a.example',
])('makes no link of %s', (text) => {
  expect(splitLinks(text)).toEqual([{ kind: 'text', text }])
})

it('shows the host as it is requested where characters of other scripts could mislead', () => {
  expect(splitLinks('https://b\u0430nk.example/a')).toEqual([
    { kind: 'link', text: 'https://xn--bnk-6cd.example/a', href: 'https://xn--bnk-6cd.example/a' },
  ])
})

it('never loses or adds a character', () => {
  const text = 'a https://x.example, b\nhttps://y.example/… https://u@z.example c'
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

import { expect, it } from 'vitest'
import { renderEmail, type Email } from './email.ts'

const email: Email = {
  lang: 'uk',
  subject: 'Subject & more',
  preview: 'Preview',
  title: '<script>alert(1)</script>',
  paragraphs: ['First "quoted"', 'Second'],
  code: '012345',
  action: { label: 'Open', url: 'https://kismet.test/?a=1&b="2"' },
  notes: ['Note'],
}

it('says the same in HTML and in plain text', () => {
  const { html, text, subject } = renderEmail(email)
  expect(subject).toBe('Subject & more')
  for (const part of ['Second', '012345', 'Open', 'Note']) {
    expect(html).toContain(part)
    expect(text).toContain(part)
  }
  expect(text).toContain('https://kismet.test/?a=1&b="2"')
  expect(html).toContain('<html lang="uk">')
})

it('takes every word as text, never as markup', () => {
  const { html } = renderEmail(email)
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;')
  expect(html).toContain('href="https://kismet.test/?a=1&amp;b=&quot;2&quot;"')
})

it('leaves out the parts that an e-mail does not have', () => {
  const { html, text } = renderEmail({ lang: 'en', subject: 's', preview: 'p', title: 't', paragraphs: [], notes: [] })
  expect(html).not.toContain('undefined')
  expect(text).not.toContain('undefined')
  expect(html).not.toContain('<a ')
})

it('offers an end by one press in the e-mail and to mail programs, when it has one', () => {
  const url = 'https://kismet.test/stop?token=a&b'
  const { html, text, headers } = renderEmail({ ...email, unsubscribe: { label: 'No more of these', url } })
  expect(html).toContain('href="https://kismet.test/stop?token=a&amp;b"')
  expect(text).toContain(`No more of these\n${url}`)
  expect(headers).toEqual({ 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(renderEmail(email)).not.toHaveProperty('headers')
})

it('has no word joiners, which some mail programs draw as boxes', () => {
  const words = 'Your e-\u2060mail'
  const { subject, html, text } = renderEmail({ ...email, subject: words, preview: words, title: words, paragraphs: [words] })
  expect(subject).toBe('Your e-mail')
  for (const part of [html, text]) {
    expect(part).toContain('Your e-mail')
    expect(part).not.toContain('\u2060')
  }
})

it('writes the headings and rows of the plain text by the rules of the language', () => {
  const sections = [{ title: 'Fikrini değiştirirsen', rows: [{ label: 'Total', value: '5,98 €' }] }]
  const textIn = (lang: string) => renderEmail({ ...email, lang, sections }).text
  expect(textIn('tr')).toContain('FİKRİNİ DEĞİŞTİRİRSEN')
  expect(textIn('de')).toContain('FIKRINI')
  expect(textIn('fr')).toContain('Total\u00a0: 5,98 €')
  expect(textIn('en-GB')).toContain('Total: 5,98 €')
})

import { encodeBase64url } from '#server/crypto/secrets.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { ExportRow } from './context.ts'
import { fieldTitle } from './field-titles.ts'

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:60rem;margin:auto;padding:1rem;overflow-wrap:anywhere}
.row{border-top:1px solid;padding:.75rem 0}dl{display:grid;grid-template-columns:minmax(8rem,1fr) 3fr;gap:0 1rem}
dt{hyphens:auto}dd{margin:0}dd,.message{white-space:pre-wrap}img{max-width:100%;max-height:20rem}`

/** Makes a text safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

type Head = {
  translator: Translator
  lang: string
  firstName: string
  at: number
  sections: readonly { id: string; title: string }[]
}

/** Returns the beginning of the page. Its own policy admits its style and the pictures beside it, and no script. */
export async function pageHead({ translator: { t, format }, lang, firstName, at, sections }: Head): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  const sha = encodeBase64url(new Uint8Array(hash)).replaceAll('-', '+').replaceAll('_', '/') + '='
  const policy = `default-src 'none'; img-src 'self' file:; style-src 'sha256-${sha}'; base-uri 'none'; form-action 'none'`
  const title = escapeHtml(t('export.title'))
  const links = sections.map(({ id, title: name }) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`).join('')
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
<p><bdi>${escapeHtml(firstName)}</bdi> · ${escapeHtml(format.date(at))}</p>
<p>${escapeHtml(t('export.intro'))}</p><p>${escapeHtml(t('export.fields'))}</p>
<nav><ul>${links}</ul></nav>
`
}

export const pageFoot = '</main></body></html>\n'

export const sectionHead = (file: string, title: string) => `<section id="${file}"><h2>${escapeHtml(title)}</h2>\n`
export const sectionFoot = '</section>\n'

type Words = { translator: Translator; memberId: string }

/** Returns a row as a list of its fields, in the order of the data file; a message as who wrote what, and when. */
export function rowHtml(file: string, row: ExportRow, words: Words): string {
  return file === 'messages' ? messageHtml(row, words) : listHtml(row, words)
}

function messageHtml(row: ExportRow, { translator: { t, format }, memberId }: Words): string {
  const who = row['sender'] === memberId ? t('export.you') : t('export.other')
  const at = typeof row['sent_at'] === 'number' ? timeHtml(row['sent_at'], format) : ''
  const text = escapeHtml(String(row['text'] ?? ''))
  const photo = isPhoto(row['photo']) ? ` 📷 ${escapeHtml(row['photo'].id)}` : ''
  return `<div class="message"><b>${escapeHtml(who)}</b> <time>${at}</time>\n<span dir="auto">${text}${photo}</span></div>\n`
}

const isPhoto = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

function listHtml(row: ExportRow, words: Words): string {
  const fields = Object.entries(row).map(
    ([name, value]) => `<dt>${escapeHtml(fieldTitle(words.translator.t, name))}</dt><dd>${valueHtml(name, value, words)}</dd>`,
  )
  return `<div class="row"><dl>${fields.join('')}</dl></div>\n`
}

function valueHtml(name: string, value: unknown, { translator: { t, format }, memberId }: Words): string {
  if (value === null || value === undefined || value === '') return '–'
  if (value === memberId) return escapeHtml(t('export.you'))
  if (name === 'person') return `<bdi>${escapeHtml(nameOf(value))}</bdi>`
  if (name === 'file') return `<img src="${escapeHtml(String(value))}" alt="" loading="lazy">`
  if (typeof value === 'number' && value > leastTime) return timeHtml(value, format)
  return `<span dir="auto">${escapeHtml(typeof value === 'object' ? JSON.stringify(value) : String(value))}</span>`
}

/** A larger number is a time in ms; nothing else that we store is as large. */
const leastTime = 1e11

const timeHtml = (at: number, format: Translator['format']) => escapeHtml(`${format.date(at)}, ${format.time(at)}`)

const nameOf = (person: unknown): string =>
  typeof person === 'object' && person !== null && 'firstName' in person ? String(person.firstName) : '–'

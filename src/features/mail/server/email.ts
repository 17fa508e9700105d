import { brand } from '#shared/brand.ts'

/** `isTotal`: separated from the rows that it sums up. */
type EmailRow = { label: string; value: string; isTotal?: boolean }
type EmailSection = { title: string; rows?: readonly EmailRow[]; paragraphs?: readonly string[] }

/** The text of an email, in the reader's language. */
export type Email = {
  /** For `<html lang>`. */
  lang: string
  subject: string
  /** Shown after the subject in a list of emails. */
  preview: string
  title: string
  paragraphs: readonly string[]
  /** Below the paragraphs, each under its own heading, such as a receipt. */
  sections?: readonly EmailSection[]
  /** Large, spaced digits. */
  code?: string
  action?: { label: string; url: string }
  /** In small print below the thread. */
  notes: readonly string[]
  /** Ends emails of this kind with one press, in the email and in mail programs (RFC 8058). */
  unsubscribe?: { label: string; url: string }
}

/** Renders an email as HTML and as plain text. */
export function renderEmail(email: Email): { subject: string; html: string; text: string; headers?: Record<string, string> } {
  const { subject, unsubscribe } = email
  return {
    subject: withoutJoiners(subject),
    html: withoutJoiners(renderHtml(email)),
    text: withoutJoiners(renderText(email)),
    ...(unsubscribe ? { headers: unsubscribeHeaders(unsubscribe.url) } : {}),
  }
}

/** Word joiners keep `email` on one line of a page; a mail program without a glyph for them shows a box. */
function withoutJoiners(text: string): string {
  return text.replaceAll('\u2060', '')
}

/** The mail service accepts https URLs only, and these two header names (docs/operations/repair.md, 'Email'). */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function renderText({ lang, title, paragraphs, sections = [], code, action, notes, unsubscribe }: Email): string {
  const link = (to: { label: string; url: string } | undefined) => (to ? `${to.label}\n${to.url}` : '')
  const parts = [
    brand.name,
    title,
    ...paragraphs,
    ...sections.map((section) => sectionText(lang, section)),
    code ?? '',
    link(action),
    '—',
    ...notes,
    link(unsubscribe),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function sectionText(lang: string, { title, rows = [], paragraphs = [] }: EmailSection): string {
  const colon = lang === 'fr' ? '\u00a0:' : ':'
  const lines = rows.map(({ label, value }) => `${label}${colon} ${value}`).join('\n')
  return [title.toLocaleUpperCase(lang), lines, ...paragraphs].filter(Boolean).join('\n\n')
}

/** Values of the light mode of src/ui/tokens.css: mail programs do not support variables or style sheets reliably. */
const ink = '#2b1229'
const quiet = '#5c4459'
const paper = '#fcf7ee'
const raised = '#fffdf9'
const line = '#e0d0cf'
const thread = '#d13a17'
const sans = "font-family:Onest,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const display = 'font-family:Literata,Georgia,serif'

function renderHtml({
  lang,
  subject,
  preview,
  title,
  paragraphs,
  sections = [],
  code,
  action,
  notes,
  unsubscribe,
}: Email): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${paper};color:${ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:${paper}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px">
<tr><td style="padding:0 4px 20px;${display};font-size:24px;font-weight:600;letter-spacing:-0.02em;color:${ink}">${brand.name}</td></tr>
<tr><td style="background:${raised};border:1px solid ${line};border-radius:28px 28px 28px 6px;padding:36px 32px">
<h1 style="margin:0 0 16px;${display};font-size:27px;line-height:1.25;font-weight:500;letter-spacing:-0.015em;text-wrap:balance;color:${ink}">${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p dir="auto" style="margin:0 0 16px;${sans};font-size:16px;line-height:1.55;color:${ink}">${escapeHtml(text)}</p>`).join('\n')}
${sections.map(renderSection).join('\n')}
${code ? renderCode(code) : ''}
${action ? renderAction(action) : ''}
</td></tr>
<tr><td style="padding:24px 4px 0">${renderThread()}</td></tr>
<tr><td style="padding:12px 4px 0">
${notes.map((text) => `<p style="margin:0 0 8px;${sans};font-size:13px;line-height:1.5;color:${quiet}">${escapeHtml(text)}</p>`).join('\n')}
${unsubscribe ? `<p style="margin:0 0 8px;${sans};font-size:13px;line-height:1.5"><a href="${escapeHtml(unsubscribe.url)}" style="color:${quiet}">${escapeHtml(unsubscribe.label)}</a></p>` : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function renderSection({ title, rows = [], paragraphs = [] }: EmailSection): string {
  const cell = 'padding:6px 0;vertical-align:top'
  const font = (isTotal = false) => `${sans};font-size:15px;line-height:1.45;color:${ink}${isTotal ? ';font-weight:700' : ''}`
  const table = rows.map(
    ({ label, value, isTotal }) => `<tr>
<td style="${cell};padding-right:16px;border-top:1px solid ${line};${font(isTotal)}${isTotal ? '' : `;color:${quiet}`}">${escapeHtml(label)}</td>
<td align="right" style="${cell};border-top:1px solid ${line};${font(isTotal)};text-align:right">${escapeHtml(value)}</td>
</tr>`,
  )
  return `<h2 style="margin:24px 0 8px;${display};font-size:20px;line-height:1.3;font-weight:500;color:${ink}">${escapeHtml(title)}</h2>
${table.length > 0 ? `<table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px">\n${table.join('\n')}\n</table>` : ''}
${paragraphs.map((text) => `<p dir="auto" style="margin:0 0 16px;${sans};font-size:16px;line-height:1.55;color:${ink}">${escapeHtml(text)}</p>`).join('\n')}`
}

function renderCode(code: string): string {
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0 24px">
<tr><td align="center" style="background:#fbe1d6;border-radius:16px;padding:20px 8px 20px 17px;${sans};font-size:34px;line-height:1.1;font-weight:700;letter-spacing:0.28em;color:${ink}">${escapeHtml(code)}</td></tr>
</table>`
}

function renderAction({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:8px 0">
<tr><td style="background:${thread};border-radius:99px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 28px;${sans};font-size:16px;font-weight:600;color:#fffaf4;text-align:center;text-decoration:none">${escapeHtml(label)}</a></td></tr>
</table>`
}

/** Draws two dots and the line between them with elements that every mail program supports. */
function renderThread(): string {
  const dot = `<td width="9" style="width:9px;height:9px;background:${thread};border-radius:9px;font-size:0;line-height:9px">&nbsp;</td>`
  return `<table role="presentation" width="120" cellspacing="0" cellpadding="0"><tr>${dot}<td style="font-size:0;line-height:0"><div style="height:2px;background:${thread}"></div></td>${dot}</tr></table>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

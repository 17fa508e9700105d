import { hasVisible } from '#shared/text/visible.ts'

type Transfer = Pick<DataTransfer, 'getData' | 'files'>

/** What is pasted or dropped. Programs often put several formats of one thing on the clipboard. */
export type Transferred = { kind: 'text'; text: string } | { kind: 'files'; files: File[] } | { kind: 'nothing' }

/**
 * Text wins if there is any: spreadsheets and word processors add a picture of what was copied. Names of files, or the URL of a
 * copied picture, are not text: file managers and browsers add them to the file itself.
 */
export function readTransfer(transfer: Transfer): Transferred {
  const files = [...transfer.files]
  const text = transfer.getData('text/plain')
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(hasVisible)
  const addresses = transfer.getData('text/uri-list').split(/[\r\n]+/)
  const isOfFile = (line: string) => addresses.includes(line) || files.some(({ name }) => nameIn(line) === name.normalize())
  if (lines.length > 0 && !(files.length > 0 && lines.every(isOfFile))) return { kind: 'text', text }
  return files.length > 0 ? { kind: 'files', files } : { kind: 'nothing' }
}

/**
 * Returns the last part of a path, if a line is nothing else: /home/ann/a.png, C:\ann\a.png, "C:\ann\a.png", file:///C:/my%20a.png.
 * Invisible characters and quotation marks around it come from file managers. macOS decomposes names.
 */
function nameIn(line: string): string {
  const path = line.replaceAll(/^["'\p{Cf}]+|["'\p{Cf}]+$/gu, '')
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return (path.startsWith('file:') ? decoded(name) : name).normalize()
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

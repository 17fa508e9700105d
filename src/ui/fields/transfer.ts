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
    .filter(Boolean)
  const addresses = transfer.getData('text/uri-list').split(/[\r\n]+/)
  const isOfFile = (line: string) =>
    addresses.includes(line) || files.some(({ name }) => line === name || line.endsWith(`/${name}`))
  if (lines.length > 0 && !(files.length > 0 && lines.every(isOfFile))) return { kind: 'text', text }
  return files.length > 0 ? { kind: 'files', files } : { kind: 'nothing' }
}

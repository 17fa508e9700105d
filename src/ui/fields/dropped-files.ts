import { readTransfer } from './transfer.ts'

/**
 * Handles drops on `target`, which is marked while files hover over it: `onFiles` gets the files, and text beside files is
 * written into the field. By default browsers leave the page for a dropped file. Returns the clean-up function.
 */
export function onDropped(
  target: HTMLElement | null | undefined,
  area: HTMLTextAreaElement | null,
  onFiles: (files: readonly File[]) => void,
): () => void {
  const stops = new AbortController()
  const { signal } = stops
  const mark = (isOver: boolean) => void target?.toggleAttribute('data-dropping', isOver)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
  target?.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      mark(true)
    },
    { signal },
  )
  target?.addEventListener('dragleave', (event) => event.target === event.currentTarget && mark(false), { signal })
  target?.addEventListener(
    'drop',
    (event) => {
      mark(false)
      if (!event.dataTransfer || !hasFiles(event)) return
      event.preventDefault()
      const dropped = readTransfer(event.dataTransfer)
      if (dropped.kind === 'files') onFiles(dropped.files)
      else if (dropped.kind === 'text') insertText(area, dropped.text)
    },
    { signal },
  )
  return () => stops.abort()
}

function insertText(area: HTMLTextAreaElement | null, text: string): void {
  if (!area) return
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromDrop' }))
  area.focus()
}

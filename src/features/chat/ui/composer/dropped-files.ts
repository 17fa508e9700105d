/** Calls back with files that are dropped on `target`, which is marked while they hover over it. Returns the clean-up. */
export function onDropped(target: HTMLElement | null | undefined, onFiles: (files: FileList) => void): () => void {
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
      onFiles(event.dataTransfer.files)
    },
    { signal },
  )
  return () => stops.abort()
}

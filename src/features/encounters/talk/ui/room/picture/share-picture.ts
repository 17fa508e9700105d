import { drawPicture } from './draw-picture.ts'
import { pixelsOnly } from './pixels-only.ts'

/**
 * Draws the two and opens the share sheet; where files cannot be shared, the picture is downloaded. True if that worked, or the
 * member has closed the sheet. Nothing is sent to the server, and the file says nothing but the drawings: its name is random.
 */
export async function sharePicture(seeds: readonly [string, string]): Promise<boolean> {
  const drawn = await drawPicture(seeds)
  const bytes = pixelsOnly(new Uint8Array(await drawn.arrayBuffer()))
  const name = `${crypto.randomUUID().slice(0, 8)}.png`
  const file = new File([bytes], name, { type: 'image/png', lastModified: 0 })
  if (!canShare(file)) return download(file)
  try {
    await navigator.share({ files: [file] })
    return true
  } catch (error) {
    // Drawing may have outlasted the press that the sheet asks for.
    return isClosedByMember(error) || download(file)
  }
}

const canShare = (file: File): boolean => 'canShare' in navigator && navigator.canShare({ files: [file] })

const isClosedByMember = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

function download(file: File): true {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser reads the file only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}

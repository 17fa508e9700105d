import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { brand } from '#shared/brand.ts'
import { typesetText } from '#shared/i18n/typeset.ts'
import { drawings, drawingSize, sharedDrawing, type Drawing, type DrawingPart } from '#features/blog/ui/drawings.ts'
import { isDrawn } from '#features/blog/contract.ts'
import { markDots, markPath } from '#ui/identity/mark-path.ts'
import type { OgImage } from './og-images.ts'
import { breakLines, drawLine, loadFonts, measureLine } from './og-text.ts'

/** The size that link previews use. */
export const ogSize = { width: 1200, height: 630 } as const
const margin = 72
const titleBox = { width: 560, height: 400, most: 6 }
/** Font sizes of a title; the largest one that fits is used. */
const sizes = [92, 84, 76, 70, 64, 58, 52, 46, 40, 34]
const lineHeight = 1.14
const panel = { x: 676, y: 115, width: 600, height: 400, radius: 44 }
const colours = 32

const tokens = readFileSync('src/ui/tokens.css', 'utf8')

/** A colour of the light mode. */
function token(name: string): string {
  const [, colour] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}),`).exec(tokens) ?? []
  if (!colour) throw new Error(`src/ui/tokens.css has no --${name}`)
  return colour
}

const tints: Record<Drawing['tint'], string> = { rose: 'thread-soft', sage: 'sage-soft', amber: 'amber-soft', dusk: 'sunken' }

/** The parts' look in src/features/blog/ui/post-drawing.module.css, slightly bolder, because previews are small. */
function partLook(part: DrawingPart, tint: string): string {
  const looks: Record<DrawingPart, string> = {
    sheet: `fill="${token('raised')}" stroke="${token('ink')}" stroke-width="3.5"`,
    shade: `fill="${tint}"`,
    ink: `fill="none" stroke="${token('ink')}" stroke-width="3.5"`,
    fine: `fill="none" stroke="${token('ink-3')}" stroke-width="2.5"`,
    thread: `fill="none" stroke="${token('thread-fill')}" stroke-width="5.5"`,
    knot: `fill="${token('thread-fill')}"`,
  }
  return looks[part]
}

/** Draws the picture as a PNG of few colours. */
export async function drawOgImage(image: OgImage): Promise<Uint8Array> {
  const svg = Buffer.from(await writeOgSvg(image))
  return sharp(svg).png({ palette: true, colours, dither: 0, compressionLevel: 9, effort: 3 }).toBuffer()
}

export async function writeOgSvg({ name, locale, title }: OgImage): Promise<string> {
  const fonts = await loadFonts()
  const text = typesetText(locale, title)
  const { lines, size } = fitTitle(text, (line) => measureLine(fonts, line))
  const top = (ogSize.height - lines.length * size * lineHeight) / 2 + size * 0.86 + 20
  const wordmark = drawLine(fonts, brand.name, 40)
  const titlePath = lines
    .map((line, index) => {
      const y = (top + index * size * lineHeight).toFixed(1)
      return `<path transform="translate(${margin} ${y})" d="${drawLine(fonts, line, size)}"/>`
    })
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${ogSize.width}" height="${ogSize.height}">
<rect width="100%" height="100%" fill="${brand.themeColor.light}"/>
${picture(isDrawn(name) ? drawings[name] : sharedDrawing)}
<g transform="translate(${margin} 56) scale(1.1)" stroke-linecap="round">${mark()}</g>
<g fill="${token('ink')}"><path transform="translate(${margin + 68} 98)" d="${wordmark}"/>${titlePath}</g>
</svg>`
}

/** `measure`: a line's width relative to its font size. */
function fitTitle(text: string, measure: (line: string) => number): { lines: string[]; size: number } {
  const known = new Map<string, number>()
  const widthOf = (line: string) => {
    const width = known.get(line) ?? measure(line)
    known.set(line, width)
    return width
  }
  for (const size of sizes) {
    const most = Math.min(titleBox.most, Math.floor(titleBox.height / (size * lineHeight)))
    const lines = breakLines(text, { width: titleBox.width / size, most }, widthOf)
    if (lines) return { lines, size }
  }
  throw new Error(`‘${text}’ is too long for a picture`)
}

function mark(): string {
  const dots = markDots.map(({ cx, cy, r }) => `<circle cx="${cx}" cy="${cy}" r="${r}"/>`).join('')
  return `<path d="${markPath}" fill="none" stroke="${token('thread-fill')}" stroke-width="3"/><g fill="${token('ink')}">${dots}</g>`
}

/** The drawing on its tint; the panel extends beyond the picture's right edge. */
function picture({ tint, parts }: Drawing): string {
  const colour = token(tints[tint])
  const scale = (panel.width - 60) / drawingSize.width
  const [x, y] = [panel.x - 8, panel.y + (panel.height - drawingSize.height * scale) / 2]
  const paths = parts.map(([part, path]) => `<path ${partLook(part, colour)} d="${path}"/>`).join('')
  return `<rect x="${panel.x}" y="${panel.y - 60}" width="${panel.width}" height="${panel.height + 120}" rx="${panel.radius}" fill="${colour}"/>
<g transform="translate(${x} ${y}) scale(${scale})" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'
import { decompress } from 'wawoff2'

type Instance = Pick<fontkit.Font, 'hasGlyphForCodePoint' | 'layout' | 'unitsPerEm'>

/** The display face in parts, as divided in its package: characters missing from one part are looked up in the next. */
const parts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext']
/** The style of page headings: weight 480 at the largest optical size. */
const axes = { wght: 480, opsz: 72 }

let loaded: Promise<Instance[]> | undefined

/** Read once. Pictures must not depend on the fonts of the machine that builds them, so their text is paths. */
export function loadFonts(): Promise<Instance[]> {
  return (loaded ??= Promise.all(parts.map(loadPart)))
}

async function loadPart(part: string): Promise<Instance> {
  const file = fileURLToPath(import.meta.resolve(`@fontsource-variable/literata/files/literata-${part}-opsz-normal.woff2`))
  // Fontkit reads WOFF2, but cannot instantiate a variable font in it.
  const font = fontkit.create(Buffer.from(await decompress(await readFile(file))))
  if (!('getVariation' in font)) throw new Error(`${file} is a collection of fonts`)
  return font.getVariation(axes)
}

/** Added after each character, relative to the font size, as in page headings. */
const tracking = -0.018

/** Width of a line relative to its font size. */
export function measureLine(fonts: readonly Instance[], text: string): number {
  const widths = runsOf(fonts, text).map(({ font, text: run }) => {
    const { glyphs, advanceWidth } = font.layout(run)
    return advanceWidth / font.unitsPerEm + glyphs.length * tracking
  })
  return widths.reduce((total, width) => total + width, 0)
}

/** A line of text as an SVG path that starts at 0, 0 on its baseline. */
export function drawLine(fonts: readonly Instance[], text: string, size: number): string {
  let [path, x] = ['', 0]
  for (const { font, text: run } of runsOf(fonts, text)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run)
    glyphs.forEach((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
      path += glyph.path
        .scale(scale, -scale)
        .translate(x + xOffset * scale, -yOffset * scale)
        .toSVG()
      x += xAdvance * scale + tracking * size
    })
  }
  return path
}

/**
 * Splits a text wherever another part of the font has the next character. Throws on a character that none has; word joiners have
 * no shape.
 */
function runsOf(fonts: readonly Instance[], text: string): { font: Instance; text: string }[] {
  const runs: { font: Instance; text: string }[] = []
  for (const letter of text.replaceAll(/[\u00ad\u200b\u2060]/g, '')) {
    const code = letter.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const font = last?.font.hasGlyphForCodePoint(code) ? last.font : fonts.find((each) => each.hasGlyphForCodePoint(code))
    if (!font) throw new Error(`No part of the font has ‘${letter}’ (U+${code.toString(16)}) of ‘${text}’`)
    if (last && last.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

/**
 * Breaks a text into the fewest lines that fit, of about the same width, so that no single word is left at the end. Null if a
 * word is too wide, or more than `most` lines are needed. `widthOf` measures a line.
 */
export function breakLines(text: string, limits: { width: number; most: number }, widthOf: (line: string) => number) {
  const words = text.split(/[ \n]+/)
  const fill = (width: number) => {
    const lines: string[] = []
    for (const word of words) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }
  const lines = fill(limits.width)
  if (lines.length > limits.most || lines.some((line) => widthOf(line) > limits.width)) return null
  let [narrow, wide] = [0, limits.width]
  while (wide - narrow > limits.width / 100) {
    const middle = (narrow + wide) / 2
    const tried = fill(middle)
    if (tried.length <= lines.length && tried.every((line) => widthOf(line) <= middle)) wide = middle
    else narrow = middle
  }
  return fill(wide)
}

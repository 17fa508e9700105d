import { drawAlias, grounds, strokes } from '../../ui/draw-alias.ts'

/** Returns the portrait of an alias as an SVG file, for places that need a URL: the same lines as `AliasAvatar`. */
export function aliasPicture(seed: string): string {
  const { tint, line, features } = drawAlias(seed)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${grounds[tint] ?? grounds[0]}"/><g fill="none" stroke-linecap="round" stroke-linejoin="round"><path stroke="${strokes.line.stroke}" stroke-width="${strokes.line.width}" d="${line}"/><path stroke="${strokes.features.stroke}" stroke-width="${strokes.features.width}" d="${features}"/></g></svg>`
}

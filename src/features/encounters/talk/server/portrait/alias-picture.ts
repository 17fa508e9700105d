import { drawAlias } from '../../ui/draw-alias.ts'

/** Backgrounds of portraits, by the number of a drawing's tint (ui/identity/portrait.module.css). */
export const grounds = ['#f6cdbf', '#e6d5ea', '#d5e3cf', '#fae0ae', '#f5d0d6', '#d3e0ea'] as const

/** Returns the portrait of an alias as an SVG file, for places that need a URL: the same lines as `AliasAvatar`. */
export function aliasPicture(seed: string): string {
  const { tint, line, features } = drawAlias(seed)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${grounds[tint] ?? grounds[0]}"/><g fill="none" stroke-linecap="round" stroke-linejoin="round"><path stroke="#c4340f" stroke-width="2.6" d="${line}"/><path stroke="#2b1229" stroke-width="3.4" d="${features}"/></g></svg>`
}

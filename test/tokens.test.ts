import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'

const css = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8')
const hex = '#[0-9a-f]{6}'

type Mode = 'light' | 'dark'

function colour(token: string, mode: Mode): string {
  const found = new RegExp(`--${token}: (?:light-dark\\((${hex}), (${hex})\\)|(${hex}));`).exec(css)
  const value = mode === 'light' ? (found?.[1] ?? found?.[3]) : (found?.[2] ?? found?.[3])
  if (!value) throw new Error(`tokens.css has no colour --${token}`)
  return value
}

/** Relative luminance, WCAG 2.2. */
function luminance(value: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(value.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(front: string, back: string, mode: Mode): number {
  const [dark = 0, light = 0] = [luminance(colour(front, mode)), luminance(colour(back, mode))].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const papers = ['paper', 'surface', 'sunken', 'raised']
const every = (front: string) => papers.map((paper) => [front, paper] as const)

const textPairs = [
  ...['ink', 'ink-2', 'ink-3', 'thread', 'sage', 'amber', 'danger'].flatMap(every),
  ...['thread', 'sage', 'amber', 'danger'].map((tone) => [tone, `${tone}-soft`] as const),
  ...['thread', 'sage', 'amber', 'danger'].map((tone) => ['ink', `${tone}-soft`] as const),
  ['ink-2', 'thread-soft'],
  ['on-thread', 'thread-fill'],
  ['on-thread', 'thread-fill-2'],
  ['on-danger', 'danger'],
  ['on-night', 'night'],
  ['on-night-2', 'night'],
  ['night-thread', 'night'],
  ['paper', 'ink'],
] as const

const controlPairs = [
  ...['paper', 'surface', 'sunken', 'raised'].map((paper) => ['edge', paper] as const),
  ...['paper', 'surface', 'sunken', 'raised'].map((paper) => ['thread-fill', paper] as const),
] as const

describe.each(['light', 'dark'] as const)('in %s mode', (mode) => {
  test.each(textPairs)('text in %s reads on %s', (front, back) => {
    expect(contrast(front, back, mode)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(controlPairs)('a control in %s stands out on %s', (front, back) => {
    expect(contrast(front, back, mode)).toBeGreaterThanOrEqual(3)
  })
  test("the brand's theme colour is the paper", () => {
    expect(brand.themeColor[mode]).toBe(colour('paper', mode))
  })
})

test("the icons' tile is the night", () => {
  expect(brand.tileColor).toBe(colour('night', 'light'))
})

test('pages outside the application have colours of the palette only', () => {
  const failure = readFileSync('public/failure.css', 'utf8')
  const colours = failure.match(/#[0-9a-f]{6}/g) ?? []
  expect(colours.length).toBeGreaterThan(10)
  expect(colours.filter((found) => !css.includes(found))).toEqual([])
})

test('the operators’ pages have the colours and radii of the same name', () => {
  const own = [...readFileSync('public/ops.css', 'utf8').matchAll(/--(?!display|sans|gutter)[\w-]+: [^;]+;/g)].map(
    ([found]) => found,
  )
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter((declaration) => !css.includes(declaration))).toEqual([])
})
test('a colour of the operators’ pages is one of those names', () => {
  const [, ...rest] = readFileSync('public/ops.css', 'utf8').split('\n}\n')
  const rules = rest.join()
  expect(rules).toContain('nav a')
  expect(rules.match(/#[0-9a-f]{3,8}\b|light-dark|\b(?:rgb|hsl)a?\(/g)).toBeNull()
})

test('no custom property is made of itself, which would leave it without a value', () => {
  const files = globSync('src/**/*.css')
  const circular = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(--[\w-]+):[^;]*var\(\1\b(?!-)[^;]*;/g)].map(([found]) => `${file}: ${found}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(circular).toEqual([])
})

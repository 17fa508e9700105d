import type { Sample } from './usage.ts'

const width = 960
const height = 360
const edge = { left: 64, right: 64, top: 44, bottom: 36 }

/** A drawing (SVG) of memory and processor over time, with an axis for each. */
export function drawUsage(samples: readonly Sample[], title: string): string {
  const endMs = Math.max(1, ...samples.map(({ atMs }) => atMs))
  const mostMegabytes = ceilTo(Math.max(1, ...samples.map(({ bytes }) => bytes / 1_000_000)), 50)
  const mostCores = ceilTo(Math.max(0.1, ...samples.map(({ cores }) => cores)), 0.5)
  const x = (atMs: number) => edge.left + (atMs / endMs) * (width - edge.left - edge.right)
  const y = (share: number) => height - edge.bottom - share * (height - edge.top - edge.bottom)
  const line = (shareOf: (sample: Sample) => number) =>
    samples.map((sample) => `${x(sample.atMs).toFixed(1)},${y(shareOf(sample)).toFixed(1)}`).join(' ')
  const minutes = endMs / 60_000
  const steps = [0, 0.25, 0.5, 0.75, 1]
  const grid = steps.map((share) => `<path d="M${edge.left} ${y(share)}H${width - edge.right}" stroke="#ddd"/>`).join('')
  const marks = steps
    .map(
      (share) =>
        label(edge.left - 8, y(share) + 4, 'end', `${Math.round(mostMegabytes * share)}`, memoryColour) +
        label(width - edge.right + 8, y(share) + 4, 'start', (mostCores * share).toFixed(2), coreColour) +
        label(x(endMs * share), height - 12, 'middle', `${(minutes * share).toFixed(minutes < 10 ? 1 : 0)} min`, '#555'),
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
${label(edge.left, 20, 'start', title, '#222')}
${label(edge.left, 36, 'start', 'Memory, MB', memoryColour)}${label(width - edge.right, 36, 'end', 'Processor, cores', coreColour)}
${grid}${marks}
<polyline points="${line(({ cores }) => cores / mostCores)}" fill="none" stroke="${coreColour}" stroke-opacity=".55"/>
<polyline points="${line(({ bytes }) => bytes / 1_000_000 / mostMegabytes)}" fill="none" stroke="${memoryColour}" stroke-width="2"/>
</svg>
`
}

const memoryColour = '#8a2a5b'
const coreColour = '#2a6f8a'

const label = (x: number, y: number, anchor: 'start' | 'middle' | 'end', text: string, colour: string) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`

const ceilTo = (value: number, step: number) => Math.ceil(value / step) * step

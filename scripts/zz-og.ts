import { writeFileSync, mkdirSync } from 'node:fs'
import { listOgImages, makeOgImage, hashDrawing } from './build/og-images.ts'
mkdirSync('/tmp/og', { recursive: true })
const imgs = await listOgImages()
const h = await hashDrawing()
const only = process.argv[2] ? process.argv[2].split(',') : null
const t = performance.now()
let max = 0
for (const i of imgs) {
  if (only && !only.includes(i.name + '.' + i.locale)) continue
  const b = await makeOgImage(i, h, '/tmp/ogc' + (process.argv[3] ?? ''))
  max = Math.max(max, b.length)
  writeFileSync(`/tmp/og/${i.name}.${i.locale}.png`, b)
}
console.log(imgs.length, Math.round(performance.now() - t) + ' ms', 'max', max)

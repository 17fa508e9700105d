/**
 * Draws the sprite of the icons in use: `npm exec -- node scripts/icons.ts` writes public/icons.svg and the typed list of its
 * names. To add an icon, add its lucide name below and run it again.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { withMessage } from './server/run.ts'

const names = [
  'arrow-left arrow-right badge-check ban bell cake calendar camera check check-check chevron-down chevron-left copy',
  'chevron-right circle-alert circle-check cigarette clock compass ellipsis eye eye-off flag globe graduation-cap',
  'heart heart-handshake heart-off image info languages lock log-out mail map-pin message-circle',
  'menu monitor moon pencil plus refresh-cw reply ruler search send settings shield shield-check sliders-horizontal smile',
  'coffee gift lamp message-circle-heart minus rose shopping-bag',
  'sparkles star sun trash-2 triangle-alert undo-2 user users wifi-off wine x baby',
  // The rest of those that the specification names: gender, orientation, politics, religion, cards, payment, boost, premium.
  'venus-and-mars rainbow landmark church credit-card wallet rocket crown',
]
  .flatMap((line) => line.split(' '))
  .sort()

await withMessage(() => {
  const root = join(import.meta.dirname, '..')
  const iconFolder = join(dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')), 'icons')

  const symbols = names.map((name) => {
    const svg = readFileSync(join(iconFolder, `${name}.svg`), 'utf8')
    const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.indexOf('</svg>'))
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replaceAll(/\s*\n\s*/g, '').replaceAll(' />', '/>')}</symbol>`
  })
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
  const revision = createHash('sha256').update(sprite).digest('hex').slice(0, 8)

  writeFileSync(join(root, 'public/icons.svg'), sprite)
  writeFileSync(
    join(root, 'src/ui/icons/icon-names.ts'),
    `/* Written by scripts/icons.ts from lucide-static (ISC). */

/** The revision in the URL lets browsers cache the sprite indefinitely. */
export const iconSpriteUrl = '/icons.svg?${revision}';

export const iconNames = [
${names.map((name) => `  '${name}',`).join('\n')}
] as const;

export type IconName = (typeof iconNames)[number];
`,
  )
  process.stdout.write(`${names.length} icons, ${sprite.length} characters\n`)
}, 'Is each name above one of lucide-static? Run `npm ci`, and then this again.')

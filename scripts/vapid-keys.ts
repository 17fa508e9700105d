/**
 * Generates a pair of keys for push messages (RFC 8292) and prints where each belongs; nothing is stored:
 *
 *   npm exec -- node scripts/vapid-keys.ts
 */
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { withMessage } from './server/run.ts'

await withMessage(() => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])

  // console.log() says nothing if a full disk takes no more.
  writeFileSync(
    process.stdout.fd,
    `# Under [vars] of the environment in wrangler.toml:
VAPID_PUBLIC_KEY = "${point.toString('base64url')}"

# A secret: npm exec -- wrangler secret put VAPID_PRIVATE_KEY --env staging (or production), locally a line of .dev.vars:
VAPID_PRIVATE_KEY=${d}\n`,
  )
}, 'Nothing is stored, so it can be run again.')

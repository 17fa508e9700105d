import { text } from 'node:stream/consumers'
import { decodeFrame } from './build/client-maps.ts'
import { withMessage } from './server/run.ts'

/**
 * `npm exec -- node scripts/decode-stack.ts < lines`: reads log lines from standard input and prints each `client-error` with the
 * sources of its frames. Other lines are ignored. It needs the maps of that build (docs/operations/watch.md).
 */
await withMessage(async () => {
  const lines = (await text(process.stdin)).split('\n').filter((line) => line.includes('"client-error"'))
  if (lines.length === 0) throw new Error('No line of a client-error on standard input')
  for (const line of lines) {
    const { build, frames = [], ...facts } = JSON.parse(line.slice(line.indexOf('{'))) as { build: string; frames?: string[] }
    process.stdout.write(`${JSON.stringify({ build, ...facts })}\n`)
    for (const frame of frames) process.stdout.write(`  ${decodeFrame(frame, build)}\n`)
  }
})

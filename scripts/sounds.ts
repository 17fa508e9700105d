/**
 * Generates the notification sounds from sine waves only, so that they belong to this project alone:
 *
 *   apt-get install lame && npm exec -- node scripts/sounds.ts
 *
 * writes public/sounds/*.mp3 by `lame -m m -b 64 -q 0 in.wav out.mp3`. The encoder is needed here only; nothing of it ships.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withMessage } from './server/run.ts'

const rate = 44_100
const outDir = 'public/sounds'

/** One struck tone: partials as [ratio, level, seconds until it has faded to a third]. */
type Strike = { at: number; hertz: number; level: number; partials: readonly (readonly [number, number, number])[] }
type Sound = { seconds: number; strikes: readonly Strike[] }

/** A plucked tongue of metal over wood: round, with a touch of the octave. */
const pluck = [[1, 1, 0.22], [2, 0.28, 0.12], [3.01, 0.1, 0.05], [0.5, 0.18, 0.1]] as const // prettier-ignore
/** A wooden bar: short, with the third partial of a marimba. */
const wood = [[1, 1, 0.09], [3.93, 0.3, 0.03], [9.2, 0.08, 0.012]] as const // prettier-ignore
/** A small bell with slightly detuned partials, each beating a little. */
const bell = [[1, 1, 0.4], [1.004, 0.5, 0.4], [2.76, 0.35, 0.2], [2.768, 0.2, 0.2], [5.4, 0.12, 0.09]] as const // prettier-ignore

/** By the names of the spec; in the settings they are 1, 2 and 3. */
const sounds: Record<string, Sound> = {
  uvedomlenie10: {
    seconds: 0.85,
    strikes: [
      { at: 0, hertz: 659.26, level: 0.8, partials: pluck },
      { at: 0.12, hertz: 987.77, level: 1, partials: pluck },
    ],
  },
  uvedomlenie14: {
    seconds: 0.45,
    strikes: [
      { at: 0, hertz: 392, level: 1, partials: wood },
      { at: 0.11, hertz: 523.25, level: 0.9, partials: wood },
    ],
  },
  notification: {
    seconds: 1.15,
    strikes: [{ at: 0, hertz: 783.99, level: 1, partials: bell }],
  },
}

function render({ seconds, strikes }: Sound): Float64Array {
  const samples = new Float64Array(Math.round(seconds * rate))
  for (const { at, hertz, level, partials } of strikes) {
    for (let n = Math.round(at * rate); n < samples.length; n++) {
      const t = n / rate - at
      // A rise of four milliseconds avoids a click.
      const attack = Math.min(1, t / 0.004)
      let value = 0
      for (const [ratio, gain, fade] of partials) value += gain * Math.exp(-t / fade) * Math.sin(2 * Math.PI * hertz * ratio * t)
      samples[n] = (samples[n] ?? 0) + level * attack * value
    }
  }
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const end = Math.round(0.06 * rate)
  return samples.map((value, n) => (value / peak) * 0.5 * Math.min(1, (samples.length - 1 - n) / end))
}

/** 16 bits, mono. */
function toWav(samples: Float64Array): Buffer {
  const data = Buffer.alloc(samples.length * 2)
  samples.forEach((value, n) => data.writeInt16LE(Math.round(value * 32_767), n * 2))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

await withMessage(() => {
  const wavDir = mkdtempSync(join(tmpdir(), 'kismet-sounds-'))
  mkdirSync(outDir, { recursive: true })
  for (const [name, sound] of Object.entries(sounds)) {
    const wav = join(wavDir, `${name}.wav`)
    writeFileSync(wav, toWav(render(sound)))
    const mp3 = join(outDir, `${name}.mp3`)
    const { status, error } = spawnSync('lame', ['-S', '-t', '-m', 'm', '-b', '64', '-q', '0', wav, mp3], { stdio: 'inherit' })
    if (status !== 0) throw new Error(`lame did not encode ${name}`, { cause: error })
  }
  rmSync(wavDir, { recursive: true })
}, 'Install the encoder (apt-get install lame) and run this again in the root of the project.')

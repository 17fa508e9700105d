import * as v from 'valibot'

/** What a voice message may be (product.md, 'Voice messages'). A recorder stops a little earlier, as an encoder adds packets at its end. */
export const voiceLimits = { ms: 60_000, bytes: 1024 * 1024, peaks: 64, highestPeak: 100 } as const

/** How loud each 64th of the recording is, for the drawn wave. The device measures it; the server does not decode. */
export const voicePeaks = v.pipe(
  v.array(
    v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid'), v.maxValue(voiceLimits.highestPeak, 'invalid')),
    'invalid',
  ),
  v.length(voiceLimits.peaks, 'invalid'),
)

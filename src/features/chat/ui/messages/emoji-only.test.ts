import { expect, it } from 'vitest'
import { isEmojiOnly } from './emoji-only.ts'

it.each(['❤️', '😀 😀', '👩‍👩‍👧', '🇺🇦', '👍🏽👍🏽👍🏽', '✌🏽 ☀️', '👩🏽‍❤️‍👨🏻', '🏳️‍🌈', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '1️⃣#️⃣'])('%s is larger', (text) => {
  expect(isEmojiOnly(text)).toBe(true)
})

it.each(['', '1', '#', '1️', '©', '☀', '🇺', '12 😀', 'ok 😀', '😀😀😀😀😀😀😀', '😀'.repeat(2000)])('%s is not', (text) => {
  expect(isEmojiOnly(text)).toBe(false)
})

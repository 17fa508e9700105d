/**
 * An emoji by its grammar (UTS #51): a flag, a keycap, or parts connected by joiners. `\p{RGI_Emoji}` would list every sequence
 * instead, which costs 15 ms in every browser and every isolate that loads this file.
 */
const emoji =
  /\p{RI}{2}|[0-9#*]\ufe0f?\u20e3|(?:\p{EBase}\p{EMod}|[\p{Emoji}--\p{ASCII}](?:\ufe0f|[\u{e0020}-\u{e007e}]+\u{e007f})|[\p{Emoji_Presentation}--\p{RI}])(?:\u200d\p{Emoji}(?:\p{EMod}|\ufe0f)?)*/gv
/** More emoji than this are shown in the size of text. */
const mostLarge = 6

/** True for a message of a few emoji and nothing else: it is shown larger. */
export function isEmojiOnly(text: string): boolean {
  if (text.length > mostLarge * 16) return false
  const found = text.match(emoji)?.length ?? 0
  return found > 0 && found <= mostLarge && text.replace(emoji, '').trim() === ''
}

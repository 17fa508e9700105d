const onlyEmoji = /^(?:\p{RGI_Emoji}|\s)+$/v
const emoji = /\p{RGI_Emoji}/gv
/** More than this many read as text again. */
const mostLarge = 6

/** True for a message of a few emoji and nothing else: it is shown larger. */
export function isEmojiOnly(text: string): boolean {
  if (text.length > mostLarge * 16 || !onlyEmoji.test(text)) return false
  return (text.match(emoji)?.length ?? 0) <= mostLarge
}

/**
 * Writes a text into a field as if it had been typed, and focuses it. It replaces one of the `offered` texts; the member's own
 * words stay before it.
 */
export function fillField(field: HTMLTextAreaElement | null, text: string, offered: readonly string[]): void {
  if (!field) return
  const own = field.value.trim()
  const isOwn = own !== '' && !offered.some((each) => each.trim() === own)
  field.value = isOwn ? `${own}\n${text}` : text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

import * as v from 'valibot'

/** Maximum lengths of a mailbox name, and of an address that fits into an envelope (RFC 5321 §4.5.3.1). */
const longestName = 64
const longestAddress = 254

/**
 * Spaces at its ends, and invisible characters anywhere: both are pasted along with an address. A joiner stays if the host's own
 * script needs one.
 */
const pasted =
  /^[\s\p{Z}]+|[\s\p{Z}]+$|(?<![\p{Script=Arabic}\p{M}])[\u200c\u200d]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Dots of other scripts, which internationalised hosts treat as a dot (UTS #46). */
const dots = /[\u3002\uff0e\uff61]/g
/** Anything else in ASCII would be a part of a URL other than its host. */
const isHost = (text: string) => /^[a-z0-9.\u0080-\u{10ffff}-]+$/u.test(text)
/** Programs copy an address as a link, in angle brackets behind a name, or from a list; several addresses are none. */
const link = /^mailto:([^?]*).*$/is
const named = /^[^<>]*<([^<>]*)>$/s
const separators = /^[,;،؛、\s]+|[,;،؛、\s]+$/g

/** Returns the address alone of what programs copy. */
function unwrap(text: string): string {
  const one = text.replace(separators, '').replace(named, '$1').replace(link, '$1')
  return one === text ? text : unwrap(one)
}

/** Returns the host in punycode; unchanged if it is not a valid host. */
function toAscii(host: string): string {
  if (/^[\x00-\x7f]*$/.test(host) || !isHost(host)) return host
  const address = `http://${host}/`
  return URL.canParse(address) ? new URL(address).hostname : host
}

/**
 * Returns an address in canonical form: lower case, compatibility forms such as the full-width @ as ASCII, the host in punycode
 * without a final dot, without what programs copy along with it. The part before the @ must be ASCII, because few mail servers
 * accept anything else; the capital of a Turkish keyboard is an i.
 */
export function spellEmail(typed: string): string {
  const text = unwrap(typed.toWellFormed().replace(pasted, '').normalize('NFKC').replace(pasted, '').replace(dots, '.'))
  const at = text.lastIndexOf('@')
  if (at === -1) return text.toLowerCase()
  const host = text
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  return `${text.slice(0, at).replaceAll('İ', 'i').toLowerCase()}@${toAscii(host)}`
}

/**
 * An address, stored and compared in canonical form. The expression is that of browsers' `email` fields. The host must have a dot
 * and the name a legal length, or no mail could be sent.
 */
export const emailInput = v.pipe(
  v.string('invalid'),
  v.maxLength(4 * longestAddress, 'email'),
  v.transform(spellEmail),
  v.nonEmpty('required'),
  v.maxLength(longestAddress, 'email'),
  v.rfcEmail('email'),
  v.check((email) => email.indexOf('@') <= longestName && email.slice(email.indexOf('@')).includes('.'), 'email'),
)

import { hashToken, isSameSecret, keyedHash, keyedNumber, newToken } from '#server/crypto/secrets.ts'
import { codeDigits } from '#features/auth/contract.ts'
import { deriveKeys, requireKey, type Secrets } from '#server/crypto/keys.ts'

/** The secrets of an email, and their hashes for the database. */
export type EmailSecrets = { linkToken: string; linkHash: string; code: string; codeHash: string }

/** Creates a new link and its code for a registration. */
export async function newEmailSecrets(env: Secrets, registrationId: string): Promise<EmailSecrets> {
  const linkToken = newToken()
  const code = await codeOfLink(env, linkToken)
  return {
    linkToken,
    linkHash: hashToken(linkToken),
    code,
    codeHash: keyedHash(await requireKey(env, 'code'), `${registrationId}:${code}`),
  }
}

/**
 * Returns the code that belongs to an email's link. It is computed from the link's secret, so the page can fill it in although
 * neither the URL nor the database contains it.
 */
export async function codeOfLink(env: Secrets, linkToken: string): Promise<string> {
  const number = keyedNumber(await requireKey(env, 'code'), `link:${linkToken}`)
  return String(number % 10 ** codeDigits).padStart(codeDigits, '0')
}

/** True if one of these emails has this link. */
export function isLinkOf(emails: readonly { linkHash: string }[], linkToken: string): boolean {
  const hash = hashToken(linkToken)
  return emails.some(({ linkHash }) => isSameSecret(linkHash, hash))
}

/** Compares in constant time, under the current secret and the previous one, with the codes of these emails. */
export async function isRightCode(
  env: Secrets,
  registrationId: string,
  emails: readonly { codeHash: string }[],
  code: string,
): Promise<boolean> {
  const hashes = (await deriveKeys(env, 'code')).map((key) => keyedHash(key, `${registrationId}:${code}`))
  return emails.flatMap(({ codeHash }) => hashes.map((hash) => isSameSecret(codeHash, hash))).includes(true)
}

/** Returns a password without capitals and accents, for comparing. */
export function normalizePassword(password: string): string {
  return password.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

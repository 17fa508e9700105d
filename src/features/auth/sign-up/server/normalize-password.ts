/** A password without capitals and accents: what it is compared by. */
export function normalizePassword(password: string): string {
  return password.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

/** A password without capitals and accents: what it is compared by. */
export function plainForm(password: string): string {
  return password.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

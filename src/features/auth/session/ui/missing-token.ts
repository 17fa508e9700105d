/** Logged when a sign-in is aborted (spec §5). In a file of its own, so that the sign-in page need not load the store. */
export function missingToken(path: string): string {
  return `Sign-in aborted: the answer of ${path} has no string at 'token'.`
}

/** Loads the check on demand: the list is long. */
export async function loadCommonPasswords(): Promise<(password: string) => boolean> {
  return (await import('./common-passwords.ts')).isCommonPassword
}

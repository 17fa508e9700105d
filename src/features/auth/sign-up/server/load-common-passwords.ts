/** Loads the check on demand, because the list is long. */
export async function loadCommonPasswords(): Promise<(password: string) => boolean> {
  return (await import('./common-passwords.ts')).isCommonPassword
}

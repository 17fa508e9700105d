/** Loaded when it is needed: the list is long. */
export async function loadCommonPasswords(): Promise<(password: string) => boolean> {
  return (await import('./common-passwords.ts')).isCommonPassword
}

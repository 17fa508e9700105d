/** Names of the answers; a group of boxes counts once. */
const answers = ['firstName', 'birthDate', 'gender', 'seeks[]', 'email', 'password', 'terms', 'sensitiveData'] as const

/** Returns how much of the sign-up form is filled in, 0 to 1. */
export function filledShare(form: HTMLFormElement | null | undefined): number {
  if (!form) return 0
  const data = new FormData(form)
  return answers.filter((name) => data.getAll(name).some((value) => value !== '')).length / answers.length
}

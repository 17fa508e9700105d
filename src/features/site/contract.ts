/** What the pages of the site need from the server besides their messages. */
export type ServicesProps = { likesPerDay: number }
export type FaqProps = { contactEmail: string }

/** All questions and answers, ready to be read by members, whose pages lack the words. */
export type ReadableFaq = {
  title: string
  groups: { id: string; title: string; questions: { id: string; title: string; text: string }[] }[]
}

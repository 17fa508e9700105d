/** What the site's pages need from the server besides their messages. */
export type ServicesProps = { likesPerDay: number }

/** All questions and answers, for members' pages, which lack these messages. */
export type ReadableFaq = {
  title: string
  groups: { id: string; title: string; questions: { id: string; title: string; text: string }[] }[]
}

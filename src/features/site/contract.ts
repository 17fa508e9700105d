/** What the pages of the site need from the server besides their messages. */
export type ServicesProps = { likesPerDay: number }
export type FaqProps = { contactEmail: string }

import type { BlogPostProps } from '#features/blog/contract.ts'
import { Article } from '#features/blog/ui/article.tsx'

export default function BlogPost({ data }: { data: BlogPostProps }) {
  return <Article {...data} />
}

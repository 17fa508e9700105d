import type { BlogProps } from '#features/blog/contract.ts'
import { PostList } from '#features/blog/ui/post-list.tsx'

export default function Blog({ data }: { data: BlogProps }) {
  return <PostList {...data} />
}

import { About } from '#features/site/ui/about/about.tsx'

export default function AboutPage() {
  return <About />
}

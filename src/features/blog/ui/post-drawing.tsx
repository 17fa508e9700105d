import { drawings, drawingSize, sharedDrawing } from './drawings.ts'
import { isDrawn } from '../contract.ts'
import styles from './post-drawing.module.css'

/** The drawing of a post on its tint. It is decorative: the title says the same. */
export function PostDrawing({ slug }: { slug: string }) {
  const { tint, parts } = isDrawn(slug) ? drawings[slug] : sharedDrawing
  return (
    <svg
      className={`${styles.drawing} ${styles[tint] ?? ''}`}
      viewBox={`0 0 ${drawingSize.width} ${drawingSize.height}`}
      aria-hidden="true"
      focusable="false"
    >
      {parts.map(([part, path]) => (
        <path key={path} className={styles[part]} d={path} />
      ))}
    </svg>
  )
}
